import type { ReactNode } from 'react'
import type { SlipAnswer } from '#domain/api/visits/advice.ts'
import { parseDetails } from '#domain/advice/details.ts'
import type { SlipFacts } from '#domain/advice/slip.ts'
import { t } from '#domain/messages/t.ts'
import { readDocument } from '../api/read.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useQuery } from '../ui/use-query.ts'
import { SlipDialog } from './slip-dialog.tsx'

/** The slip of a stored visit. */
export function VisitSlip({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { data, error } = useQuery([id], (signal) =>
    readDocument<SlipAnswer>(
      `/api/v1/visits/${encodeURIComponent(id)}/slip`,
      { firm: '', customer: '', reference: '', day: '', crops: [], materials: [], localNames: {} },
      { signal },
    ),
  )
  if (data) return <SlipDialog facts={factsOf(data)} onClose={onClose} />
  if (error === '') return null
  return (
    <Dialog heading={t('Slip for the farmer')} onClose={onClose}>
      <p>{error}</p>
    </Dialog>
  )
}

const factsOf = ({ details, ...facts }: SlipAnswer): SlipFacts => ({
  ...facts,
  lines: (details === null ? undefined : parseDetails(details)) ?? [],
})
