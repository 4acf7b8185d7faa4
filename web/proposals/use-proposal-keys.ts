import { useLetterKeys } from '../lists/use-letter-keys.ts'

interface ProposalKeys {
  onNext?: () => void
  onPrevious?: () => void
  onApprove?: () => void
  onRefuse?: () => void
}

export const useProposalKeys = ({ onNext, onPrevious, onApprove, onRefuse }: ProposalKeys): void =>
  useLetterKeys({ j: onNext, k: onPrevious, a: onApprove, r: onRefuse })
