import type { ReactNode } from 'react'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import type { Findings } from '#domain/api/data-quality.ts'
import { DataTable } from '../ui/data-table.tsx'
import { t } from '#domain/messages/t.ts'
import { formatCount } from '#domain/messages/format-count.ts'

const width = 320
const height = 64

/** Chart of the findings by day, as steps because a count holds until the next check; the table has the figures. */
export function RuleTrend({ trend }: Pick<Findings, 'trend'>): ReactNode {
  if (trend.length < 2) return null
  const [first, last] = [trend[0]!, trend.at(-1)!]
  const most = Math.max(...trend.map(({ found }) => found), 1)
  const x = (day: string): string =>
    ((daysBetween(first.day, day) / daysBetween(first.day, last.day)) * (width - 4) + 2).toFixed(1)
  const y = (found: number): string => (height - 2 - (found / most) * (height - 6)).toFixed(1)
  const steps = trend.map(({ day, found }, at) =>
    at === 0 ? `M${x(day)} ${y(found)}` : `H${x(day)}V${y(found)}`,
  )
  return (
    <>
      <figure className="health-trend">
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          <line x1="0" x2={width} y1={height - 2} y2={height - 2} />
          <path d={`${steps.join('')}H${width}`} />
        </svg>
        <figcaption>
          {t('{firstDay}: {first, number} found. {lastDay}: {last, number}.', {
            firstDay: formatDate(first.day),
            first: first.found,
            lastDay: formatDate(last.day),
            last: last.found,
          })}
        </figcaption>
      </figure>
      <details className="health-done">
        <summary>{t('Figures')}</summary>
        <DataTable
          caption={t('Findings by day, the latest first')}
          columns={[
            { label: t('Day'), cell: ({ day }) => formatDate(day) },
            { label: t('Found'), kind: 'number', cell: ({ found }) => formatCount(found) },
          ]}
          rows={trend.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </>
  )
}
