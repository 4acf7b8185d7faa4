import { useState, type ReactNode } from 'react'
import {
  balanceOutcomes,
  type BalanceOutcome,
  type BalanceReport as Report,
  type BalanceReportRow,
} from '#domain/visits/balance.ts'
import type { GivenBalance } from '#domain/visits/balance-file.ts'
import { CustomerLink } from '../entity/customer-link.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { downloadRefused, isRefused } from './balance-source.ts'

const words: Record<BalanceOutcome, string> = {
  new: 'new',
  changed: 'changed',
  same: 'known already',
  older: 'older than known',
  unknown: 'unknown customer',
  wrong: 'cannot be read',
  repeated: 'repeated',
  failed: 'not saved',
}

const tones: Partial<Record<BalanceOutcome, string>> = {
  new: 'badge-active',
  changed: 'badge-active',
  unknown: 'badge-pending',
  wrong: 'badge-pending',
  failed: 'badge-pending',
}

const columns: readonly Column<BalanceReportRow>[] = [
  { label: 'Line', cell: ({ line }) => line },
  {
    label: 'Customer',
    cell: ({ customer, outcome }) =>
      outcome === 'unknown' || outcome === 'wrong' ? (
        customer
      ) : (
        <CustomerLink code={customer} name={customer} />
      ),
  },
  {
    label: 'Outcome',
    cell: ({ outcome }) => <span className={`badge ${tones[outcome] ?? ''}`}>{words[outcome]}</span>,
  },
  { label: 'What', cell: ({ sentence }) => sentence },
]

const mostShown = 200

interface BalanceReportProps {
  report: Report
  given: readonly GivenBalance[]
}

/** What became, or would become, of each row: first those that somebody should look at. */
export function BalanceReport({ report, given }: BalanceReportProps): ReactNode {
  const { counts, rows } = report
  const refused = rows.filter(isRefused)
  const troubled = rows.filter((row) => row.isOdd === true || isRefused(row))
  const [chosen, setChosen] = useState<BalanceOutcome | 'look' | 'all'>(troubled.length > 0 ? 'look' : 'all')
  const shown =
    chosen === 'look' ? troubled : rows.filter(({ outcome }) => chosen === 'all' || outcome === chosen)
  const choices: [typeof chosen, string, number][] = [
    ['look', 'worth a look', troubled.length],
    ...balanceOutcomes.map((each): [BalanceOutcome, string, number] => [each, words[each], counts[each]]),
    ['all', 'all', rows.length],
  ]
  return (
    <>
      <fieldset className="report-choices">
        <legend className="for-readers">Which rows to show</legend>
        {choices
          .filter(([, , count]) => count > 0)
          .map(([name, label, count]) => (
            <Button key={name} aria-pressed={chosen === name} onClick={() => setChosen(name)}>
              {label} {count.toLocaleString('en-IN')}
            </Button>
          ))}
      </fieldset>
      {shown.length > 0 && (
        <DataTable
          caption="What becomes of each row"
          columns={columns}
          rows={shown.slice(0, mostShown)}
          keyOf={({ line }) => String(line)}
        />
      )}
      {shown.length > mostShown && (
        <p className="record-count">
          The first {mostShown} of {shown.length.toLocaleString('en-IN')} are shown.
        </p>
      )}
      {refused.length > 0 && (
        <p className="report-download">
          <Button onClick={() => downloadRefused(rows, given)}>Download what was not taken</Button>
        </p>
      )}
    </>
  )
}
