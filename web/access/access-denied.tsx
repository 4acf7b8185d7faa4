import type { ReactNode } from 'react'
import type { Action } from '#domain/access/rights.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { WhyButton } from './why-button.tsx'
import { t } from '#domain/messages/t.ts'

/** A 403 names its action and subject, so that the missing right can be explained. */
export function AccessDenied({ problem: { document } }: { problem: ApiProblem }): ReactNode {
  return (
    <WhyButton
      label={t('Why?')}
      ask={{ action: document.action as Action, subject: String(document.subject) }}
    />
  )
}
