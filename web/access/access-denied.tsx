import { useEffect, type ReactNode } from 'react'
import { factorRequired } from '#domain/access/required-factor.ts'
import type { Action } from '#domain/access/rights.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { freshAccount } from '../api/accounts.ts'
import { Link } from '../ui/link.tsx'
import { WhyButton } from './why-button.tsx'
import { t } from '#domain/messages/t.ts'

/** A 403 names its action and subject, so that the missing right can be explained. */
export function AccessDenied({ problem: { document } }: { problem: ApiProblem }): ReactNode {
  const lacksFactor = document.code === factorRequired
  useEffect(() => {
    // The role requires it since the account was read: the shell then leads to where it is switched on.
    if (lacksFactor) void freshAccount().catch(() => undefined)
  }, [lacksFactor])
  if (lacksFactor) return <Link to="/account">{t('My account')}</Link>
  return (
    <WhyButton
      label={t('Why?')}
      ask={{ action: document.action as Action, subject: String(document.subject) }}
    />
  )
}
