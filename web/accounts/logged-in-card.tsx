import { useEffect, type ReactNode } from 'react'
import { ownAccount } from '../api/accounts.ts'
import { useAuth } from '../api/use-auth.tsx'
import { pendingApprovalText, useApprovalCheck } from './pending-approval.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const readAccount = (): Promise<unknown> => ownAccount().catch(() => undefined)

/** Shown on the login page to a user who is already logged in: the account, and a link to continue. */
export function LoggedInCard({ to }: { to: string }): ReactNode {
  const { account } = useAuth()
  // A public page has not loaded the account, and it may have been approved since it was last read.
  useEffect(() => void readAccount(), [])
  const isPending = account?.status === 'pending'
  useApprovalCheck(isPending, readAccount)
  return (
    <section className="card stack" aria-label={t('Your session')}>
      <p className="logged-in">
        {account ? (
          <RichText
            message="You are logged in as <strong>{name}</strong> ({email})."
            values={{ name: account.username, email: account.email }}
            tags={{ strong: (text) => <strong>{text}</strong> }}
          />
        ) : (
          t('You are logged in.')
        )}
      </p>
      {isPending && <p>{pendingApprovalText()}</p>}
      <p className="links">
        {isPending ? (
          <Link className="button button-main" to="/account">
            {t('Your account')}
          </Link>
        ) : (
          <Link className="button button-main" to={to}>
            {t('Continue')}
          </Link>
        )}
        <Link className="button button-plain" to="/logout">
          {t('Log out')}
        </Link>
      </p>
    </section>
  )
}
