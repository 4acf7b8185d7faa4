import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { nameOfRole, rightsOfRole } from '#domain/access/role-words.ts'
import '../styles/accounts.css'
import { freshAccount } from '../api/accounts.ts'
import { listSessions, readFeed, type OwnSession } from '../api/own-account.ts'
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
  feedMadeAt: string | null
  factor: Factor
  devices: readonly NewDevice[]
}

/** Asked anew each time: a role given meanwhile is what one comes here to see. */
async function ownLoader({ request }: LoaderFunctionArgs): Promise<Own> {
  const [account, sessions, feed, factor, devices] = await Promise.all([
    freshAccount(),
    listSessions(request.signal),
    readFeed(request.signal),
    readFactor(request.signal),
    listNewDevices(request.signal),
  ])
  return { account, sessions, feedMadeAt: feed.createdAt, factor, devices }
}

function AccountPage(): ReactNode {
  const { account, sessions, feedMadeAt, factor, devices } = useLoaderData<Own>()
  const { username, email, phone, role, status } = account
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
              {nameOfRole(role)}
              {role !== null && <span className="facts-more">{rightsOfRole(role)}</span>}
            </dd>
          </dl>
          <p className="links">
            <WhyButton label="What may I do?" />
            <Link to="/logout">Logout</Link>
          </p>
        </section>
        <ChangePassword email={email} />
        <SecondFactor factor={factor} />
        <CalendarFeed madeAt={feedMadeAt} />
        <OwnSessions sessions={sessions} />
      </div>
    </Page>
  )
}

export const accountRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AccountPage />,
  loader: ownLoader,
}
