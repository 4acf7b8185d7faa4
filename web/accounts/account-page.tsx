import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { nameOfRole, rightsOfRole } from '#domain/access/role-words.ts'
import '../styles/accounts.css'
import { freshAccount } from '../api/accounts.ts'
import { listSessions, type OwnSession } from '../api/own-account.ts'
import type { Account } from '../api/session.ts'
import { Page } from '../ui/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { waitingSentence } from './waiting.ts'

interface Own {
  account: Account
  sessions: readonly OwnSession[]
}

/** Asked anew each time: a role given meanwhile is what one comes here to see. */
async function ownLoader({ request }: LoaderFunctionArgs): Promise<Own> {
  const [account, sessions] = await Promise.all([freshAccount(), listSessions(request.signal)])
  return { account, sessions }
}

function AccountPage(): ReactNode {
  const { account, sessions } = useLoaderData<Own>()
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
            <Link to="/logout">Logout</Link>
          </p>
        </section>
        <ChangePassword email={email} />
        <OwnSessions sessions={sessions} />
      </div>
    </Page>
  )
}

export const accountRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AccountPage />,
  loader: ownLoader,
}
