import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates.ts'
import type { HandoverMove, HandoverTrace } from '#domain/api/visits/handovers.ts'
import { Moment } from '../ui/moment.tsx'
import { t } from '#domain/messages/t.ts'

const nameOf = (person: HandoverMove['from']): string =>
  person ? `${person.name} (${person.employeeNumber})` : 'no owner'

/** "from 16/11/2026 until 30/11/2026" */
export const formatDays = (from: string, until: string | null): string =>
  `from ${formatDate(from)}${until === null ? ' on' : ` until ${formatDate(until)}`}`

/** Past hand-overs, the latest first. */
export function PastHandovers({ items }: { items: readonly HandoverTrace[] }): ReactNode {
  if (items.length === 0) return <p className="list-empty">{t('No hand-overs in the last six months.')}</p>
  return (
    <ol className="handover-traces">
      {items.map(({ id, at, by, moves, Remarks }) => (
        <li key={id}>
          <ul>
            {moves.map((move) => (
              <li
                key={`${move.from?.employeeNumber} ${move.to?.employeeNumber} ${move.From_Day} ${move.Until_Day}`}
              >
                <strong>
                  {move.customers.toLocaleString('en-IN')}{' '}
                  {move.customers === 1 ? t('customer') : t('customers')}
                </strong>{' '}
                from {nameOf(move.from)} to {nameOf(move.to)}, {formatDays(move.From_Day, move.Until_Day)}
              </li>
            ))}
          </ul>
          {Remarks && <p>“{Remarks}”</p>}
          <p className="handover-by">
            by {by}, <Moment at={at} />
          </p>
        </li>
      ))}
    </ol>
  )
}
