import type { ReactNode } from 'react'
import type { Action } from '#domain/access/rights.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { WhyButton } from '../entity/why-button.tsx'

/** A refusal names what was asked for, so that one can ask why. */
export function WhyRefused({ problem: { document } }: { problem: ApiProblem }): ReactNode {
  return (
    <WhyButton
      label="Why?"
      ask={{ action: document['action'] as Action, subject: String(document['subject']) }}
    />
  )
}
