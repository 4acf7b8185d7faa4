import type { ReactNode } from 'react'
import type { BillsOfCustomer, OpenBill } from '#domain/api/money/ageing.ts'
import { bucketLabels, bucketOf } from '#domain/balances/bills.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { formatRupees } from '#domain/money.ts'
import { AgeingBar } from '../ageing-bar.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'

const columns = (today: string): readonly Column<OpenBill>[] => [
  { label: t('Bill Number'), kind: 'name', cell: ({ Bill_Number }) => Bill_Number },
  { label: t('Bill Date'), cell: ({ Bill_Date }) => formatDate(Bill_Date) },
  { label: t('Due on'), cell: ({ Due_Date }) => formatDate(Due_Date) },
  {
    label: t('Overdue'),
    cell: ({ Due_Date }) => bucketLabels()[bucketOf(Due_Date, today)],
  },
  { label: t('Amount'), kind: 'number', cell: ({ Amount }) => formatRupees(Amount) },
]

/** What is open by age, and the bills, the longest due first. */
export function OpenBills({ bills, today }: Readonly<{ bills: BillsOfCustomer; today: string }>): ReactNode {
  return (
    <>
      <h3>{t('Open bills')}</h3>
      <AgeingBar ageing={bills.ageing} />
      <DataTable
        caption={t('Open bills')}
        columns={columns(today)}
        rows={bills.open}
        keyOf={({ Bill_Number }) => Bill_Number}
      />
    </>
  )
}
