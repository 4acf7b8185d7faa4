import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { nameOfRole, rightsOfRole } from '#domain/access/role-words.ts'
import '../styles/accounts.css'
import { freshAccount } from '../api/accounts.ts'
import { listSessions, readFeed, type OwnSession } from '../api/own-account.ts'
import type { Account } from '../api/session.ts'
import { WhyButton } from '../entity/why-button.tsx'
import { Page } from '../ui/page.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { waitingSentence } from './waiting.ts'

interface Own {
  account: Account
  sessions: readonly OwnSession[]
  feedMadeAt: string | null
}

/** Asked anew each time: a role given meanwhile is what one comes here to see. */
async function ownLoader({ request }: LoaderFunctionArgs): Promise<Own> {
  const [account, sessions, feed] = await Promise.all([
    freshAccount(),
    listSessions(request.signal),
    readFeed(request.signal),
  ])
  return { account, sessions, feedMadeAt: feed.createdAt }
}

function AccountPage(): ReactNode {
  const { account, sessions, feedMadeAt } = useLoaderData<Own>()
  const { username, email, phone, role, status } = account
  return (
    <Page heading="My account" lead={status === 'pending' ? waitingSentence : undefined}>
      <div className="account-page">
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
