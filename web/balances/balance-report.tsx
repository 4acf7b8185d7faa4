import { useState, type ReactNode } from 'react'
import type { BalanceReport as Report, BalanceReportRow } from '#domain/api/money/balances.ts'
import { balanceOutcomes, type BalanceOutcome } from '#domain/balances/balance.ts'
import type { RawBalanceRow } from '#domain/balances/balance-file.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { downloadRefused, isRefused } from './balance-source.ts'
import { t } from '#domain/messages/t.ts'
import { formatCount } from '#domain/messages/format-count.ts'

const outcomeLabels = (): Record<BalanceOutcome, string> => ({
  new: t('new'),
  changed: t('changed'),
  same: t('unchanged'),
  older: t('older than stored'),
  unknown: t('unknown customer'),
  wrong: t('invalid'),
  repeated: t('repeated'),
  failed: t('not saved'),
})

const tones: Partial<Record<BalanceOutcome, string>> = {
  new: 'badge-active',
  changed: 'badge-active',
  unknown: 'badge-pending',
  wrong: 'badge-pending',
  failed: 'badge-pending',
}

const columns = (): readonly Column<BalanceReportRow>[] => [
  { label: t('Line'), kind: 'number', cell: ({ line }) => line },
  {
    id: 'customer',
    label: t('Customer'),
    cell: ({ customer, outcome }) =>
      outcome === 'unknown' || outcome === 'wrong' ? (
        customer
      ) : (
        <CustomerLink code={customer} name={customer} tab="money" />
      ),
  },
  {
    id: 'outcome',
    label: t('Outcome'),
    cell: ({ outcome }) => (
      <span className={`badge ${tones[outcome] ?? ''}`}>{outcomeLabels()[outcome]}</span>
    ),
  },
  { id: 'details', label: t('Details'), cell: ({ sentence }) => sentence },
]

const maxShown = 200

interface BalanceReportProps {
  report: Report
  given: readonly RawBalanceRow[]
}

/** The result of each row of an upload or its dry run; rows with problems are shown first. */
export function BalanceReport({ report, given }: BalanceReportProps): ReactNode {
  const { counts, rows } = report
  const refused = rows.filter(isRefused)
  const toReview = rows.filter((row) => row.isOdd === true || isRefused(row))
  const [chosen, setChosen] = useState<BalanceOutcome | 'look' | 'all'>(toReview.length > 0 ? 'look' : 'all')
  const shown =
    chosen === 'look' ? toReview : rows.filter(({ outcome }) => chosen === 'all' || outcome === chosen)
  const choices: [typeof chosen, string, number][] = [
    ['look', t('to review'), toReview.length],
    ...balanceOutcomes.map((each): [BalanceOutcome, string, number] => [
      each,
      outcomeLabels()[each],
      counts[each],
    ]),
    ['all', t('all'), rows.length],
  ]
  return (
    <>
      <ListScreen
        label={t('Result of each row')}
        filters={
          <fieldset className="report-choices">
            <legend className="for-readers">{t('Rows to show')}</legend>
            {choices
              .filter(([, , count]) => count > 0)
              .map(([name, label, count]) => (
                <Button key={name} aria-pressed={chosen === name} onClick={() => setChosen(name)}>
                  {label} {formatCount(count)}
                </Button>
              ))}
          </fieldset>
        }
        page={{ items: shown.slice(0, maxShown) }}
        table={{ columns: columns(), keyOf: ({ line }) => String(line) }}
        empty={t('No rows.')}
        foot={
          shown.length > maxShown && (
            <span className="list-total">
              {t('Showing the first {shown, number} of {all, number}.', {
                shown: maxShown,
                all: shown.length,
              })}
            </span>
          )
        }
      />
      {refused.length > 0 && (
        <p className="report-download">
          <Button onClick={() => downloadRefused(rows, given)}>{t('Download rejected rows')}</Button>
        </p>
      )}
    </>
  )
}
