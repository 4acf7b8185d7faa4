import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ownAccount } from '../api/accounts.ts'
import { useAuth } from '../api/use-auth.tsx'

/** On the log-in page for somebody who is logged in already: as whom, and the way on. */
export function LoggedInCard({ to }: { to: string }): ReactNode {
  const { account } = useAuth()
  // On a public page it is not known yet who is logged in; an approval may have come since it was asked.
  useEffect(() => void ownAccount().catch(() => undefined), [])
  const isPending = account?.status === 'pending'
  return (
    <section className="card stack" aria-label="Your session">
      <p>
        {account ? (
          <>
            You are logged in as <strong>{account.username}</strong> ({account.email}).
          </>
        ) : (
          'You are logged in.'
        )}
      </p>
      {isPending && <p>Waiting for approval. You can log in once an administrator approves you.</p>}
      <p className="links">
        {isPending ? (
          <Link className="button button-main" to="/account">
            Your account
          </Link>
        ) : (
          <Link className="button button-main" to={to}>
            Continue
          </Link>
        )}
        <Link className="button button-plain" to="/logout">
          Log out
        </Link>
      </p>
    </section>
  )
}
