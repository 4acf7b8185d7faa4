import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import type { HandoverMove, HandoverTrace } from '#domain/visits/assignment.ts'
import { Moment } from '../ui/moment.tsx'

const nameOf = (person: HandoverMove['from']): string =>
  person ? `${person.name} (${person.employeeNumber})` : 'nobody'

/** "from 16/11/2026 until 30/11/2026" */
export const daysInWords = (from: string, until: string | null): string =>
  `from ${showDay(from)}${until === null ? ' on' : ` until ${showDay(until)}`}`

/** Who gave customers to whom. */
export function HandoverTraces({ items }: { items: readonly HandoverTrace[] }): ReactNode {
  if (items.length === 0) return <p className="list-empty">Nothing was handed over in the last half year.</p>
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
                  {move.customers.toLocaleString('en-IN')} {move.customers === 1 ? 'customer' : 'customers'}
                </strong>{' '}
                from {nameOf(move.from)} to {nameOf(move.to)}, {daysInWords(move.From_Day, move.Until_Day)}
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
