import type { ReactNode } from 'react'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import type { Balance } from '#domain/balances/balance.ts'
import { DataTable } from '../ui/data-table.tsx'
import { t } from '#domain/messages/t.ts'

const width = 320
const height = 96

/** Step chart, because a balance stays the same until the next upload; the table below has the figures. */
export function BalanceOverTime({ balances }: Readonly<{ balances: readonly Balance[] }>): ReactNode {
  if (balances.length < 2) return null
  const first = balances[0]!.As_Of
  const last = balances.at(-1)!.As_Of
  const amounts = balances.flatMap(({ Receivable, Overdue }) => [Receivable, Overdue])
  const hasOverdue = balances.some(({ Overdue }) => Overdue !== 0)
  const max = Math.max(...amounts, 1)
  const min = Math.min(...amounts, 0)
  const x = (day: string): number => (daysBetween(first, day) / daysBetween(first, last)) * (width - 8) + 2
  const y = (amount: number): number => height - 2 - ((amount - min) / (max - min)) * (height - 4)
  const steps = (of: 'Receivable' | 'Overdue'): string =>
    balances
      .map((balance, at) => {
        const [across, up] = [x(balance.As_Of).toFixed(1), y(balance[of]).toFixed(1)]
        return at === 0 ? `M${across} ${up}` : `H${across}V${up}`
      })
      .join('') + `H${width}`
  return (
    <div className="balance-over-time">
      <figure className="balance-chart">
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          <line className="balance-zero" x1="0" x2={width} y1={y(0)} y2={y(0)} />
          <path className="balance-receivable" d={steps('Receivable')} />
          {hasOverdue && <path className="balance-overdue" d={steps('Overdue')} />}
        </svg>
        <figcaption>
          <span className="balance-key balance-key-receivable">{t('Receivable')}</span>
          {hasOverdue && <span className="balance-key balance-key-overdue">{t('Overdue')}</span>}
          <span>
            {t('{from} to {to}, up to {amount}', {
              from: formatDate(first),
              to: formatDate(last),
              amount: formatRupees(max),
            })}
          </span>
        </figcaption>
      </figure>
      <div>
        <DataTable
          caption={t('Balance over time, the latest first')}
          columns={[
            { label: t('As Of'), cell: ({ As_Of }) => formatDate(As_Of) },
            { label: t('Receivable'), kind: 'number', cell: ({ Receivable }) => formatRupees(Receivable) },
            { label: t('Overdue'), kind: 'number', cell: ({ Overdue }) => formatRupees(Overdue) },
          ]}
          rows={balances.toReversed()}
          keyOf={({ As_Of }) => As_Of}
        />
      </div>
    </div>
  )
}
