import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { nameOfRole, rightsOfRole } from '#domain/access/role-words.ts'
import { listInWords } from '#domain/text.ts'
import '../styles/accounts.css'
import { freshAccount } from '../api/accounts.ts'
import { listSessions, readFeed, type FeedState, type OwnSession } from '../api/own-account.ts'
import { listNewDevices, readFactor, type NewDevice, type SecondFactor as Factor } from '../api/own-safety.ts'
import type { Account } from '../api/session.ts'
import { WhyButton } from '../entity/why-button.tsx'
import { Page } from '../ui/page.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { ChangePassword } from './change-password.tsx'
import { NewDevices } from './new-devices.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import { waitingSentence } from './waiting.ts'

interface Own {
  account: Account
  sessions: readonly OwnSession[]
  feed: FeedState
  factor: Factor
  devices: readonly NewDevice[]
  isUsual: boolean
}

/** Asked anew each time: a role given meanwhile is what one comes here to see. */
async function ownLoader({ request }: LoaderFunctionArgs): Promise<Own> {
  const [account, sessions, feed, factor, devices, { isUsual }] = await Promise.all([
    freshAccount(),
    listSessions(request.signal),
    readFeed(request.signal),
    readFactor(request.signal),
    listNewDevices(request.signal),
    // It brings the whole catalogue along, which nothing else here needs at once.
    import('#domain/access/role-rights.ts'),
  ])
  const { role, access } = account
  return {
    account,
    sessions,
    feed,
    factor,
    devices,
    isUsual: role !== null && isUsual(role, access.rights, access.scope),
  }
}

function AccountPage(): ReactNode {
  const { account, sessions, feed, factor, devices, isUsual } = useLoaderData<Own>()
  const { username, email, phone, role, status, access } = account
  const others = access.roles.filter((each) => each !== role)
  return (
    <Page heading="My account" lead={status === 'pending' ? waitingSentence : undefined}>
      <div className="account-page">
        <NewDevices devices={devices} />
        <section className="card stack" aria-label="Who I am">
          <dl className="facts">
            <dt>Name</dt>
            <dd>{username}</dd>
            <dt>Email</dt>
            <dd>{email}</dd>
            <dt>Phone</dt>
            <dd>{phone ?? '—'}</dd>
            <dt>Role</dt>
            <dd>
              {listInWords([role, ...others].map(nameOfRole))}
              {role !== null && (
                <span className="facts-more">
                  {others.length > 0 ? 'May do what any of them may.' : rightsOfRole(role, isUsual)}
                </span>
              )}
            </dd>
          </dl>
          <p className="links">
            <WhyButton label="What may I do?" />
            <Link to="/logout">Logout</Link>
          </p>
        </section>
        <ChangePassword email={email} />
        <SecondFactor factor={factor} />
        <CalendarFeed feed={feed} />
        <OwnSessions sessions={sessions} />
      </div>
    </Page>
  )
}

export const accountRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AccountPage />,
  loader: ownLoader,
}
