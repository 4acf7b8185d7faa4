import type { Approval, ProposalDetail, ProposalView } from '#domain/api/field/proposals.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useSubmit, type Submit } from '../ui/use-submit.ts'
import { approveProposal } from './proposals-api.ts'
import { t } from '#domain/messages/t.ts'

export interface DecisionProps {
  proposal: ProposalDetail
  onDecided: (decided: ProposalView) => Promise<void>
  onChanged: () => Promise<void>
  onRefuse: () => void
}

/** Approves the proposal; when another user was faster, the screen shows what is stored now. */
export function useApproval(
  { proposal, onDecided, onChanged }: Omit<DecisionProps, 'onRefuse'>,
  onProblems: (error: ApiProblem) => void = () => {},
): Submit<Partial<Approval>, ProposalView> {
  return useSubmit<Partial<Approval>, ProposalView>({
    send: (approval, key) => approveProposal(proposal.id, approval, key),
    failure: t('The proposal was not approved'),
    onSuccess: onDecided,
    onFailure: async (error) => {
      if (!(error instanceof ApiProblem)) return
      if (error.status === 422 || error.errors.length > 0) onProblems(error)
      else if (error.status === 409 || error.status === 404) await onChanged()
    },
  })
}
