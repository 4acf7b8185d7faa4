import type { ReactNode } from 'react'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { formatRupees } from '#domain/money.ts'
import { RecordPart } from '../../records/record-part.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { PromiseLine } from '../promise-line.tsx'

type Visit = NonNullable<CustomerPage['visits']>['items'][number]

const columns = (): readonly Column<Visit>[] => [
  { label: t('Visited On'), cell: ({ Visited_On }) => (Visited_On ? formatDate(Visited_On) : '') },
  {
    label: t('Collected Amount'),
    kind: 'number',
    cell: ({ Collected_Amount: paid }) => (paid === null ? '' : formatRupees(paid)),
  },
  { label: t('Collected By'), cell: ({ Collected_Way: way }) => way && t(way) },
  {
    label: t('Promised to pay'),
    cell: ({ Promised_Amount: amount, Promised_On: by, Promise_State: state }) =>
      amount !== null && by !== null ? <PromiseLine amount={amount} by={by} state={state} /> : '',
  },
]

/** What was paid and promised at the last visits. */
export function PaymentsPart({ visits }: Pick<CustomerPage, 'visits'>): ReactNode {
  const paid = (visits?.items ?? []).filter(
    ({ Collected_Amount, Promised_Amount }) => Collected_Amount !== null || Promised_Amount !== null,
  )
  if (paid.length === 0) return null
  return (
    <RecordPart heading={t('Payments and promises')}>
      <DataTable
        caption={t('Payments and promises')}
        columns={columns()}
        rows={paid}
        keyOf={({ Visit_ID }) => Visit_ID}
      />
    </RecordPart>
  )
}
