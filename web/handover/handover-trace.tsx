import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import type { HandoverMove, HandoverTrace } from '#domain/api/visits/handovers.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const nameOf = (person: HandoverMove['from']): string =>
  person ? `${person.name} (${person.employeeNumber})` : t('no owner')

/** The values of messages such as "from 16/11/2026 until 30/11/2026" or "from 16/11/2026 on". */
export const formatDays = (from: string, until: string | null): { start: string; until: string } => ({
  start: formatDate(from),
  until: until === null ? 'none' : formatDate(until),
})

/** Past hand-overs, the latest first. */
export function PastHandovers({ items }: { items: readonly HandoverTrace[] }): ReactNode {
  if (items.length === 0) return <EmptyState>{t('No hand-overs in the last six months.')}</EmptyState>
  return (
    <ol className="handover-traces">
      {items.map(({ id, at, by, moves, Remarks }) => (
        <li key={id}>
          <ul>
            {moves.map((move) => (
              <li
                key={`${move.from?.employeeNumber} ${move.to?.employeeNumber} ${move.From_Day} ${move.Until_Day}`}
              >
                <RichText
                  message="<strong>{customers, plural, one {# customer} other {# customers}}</strong> from {from} to {to}, {until, select, none {from {start} on} other {from {start} until {until}}}"
                  values={{
                    customers: move.customers,
                    from: nameOf(move.from),
                    to: nameOf(move.to),
                    ...formatDays(move.From_Day, move.Until_Day),
                  }}
                  tags={{ strong: (text) => <strong>{text}</strong> }}
                />
              </li>
            ))}
          </ul>
          {Remarks && <p>“{Remarks}”</p>}
          <p className="handover-by">
            <RichText
              message="by {name}, <time></time>"
              values={{ name: by }}
              tags={{ time: () => <Moment at={at} /> }}
            />
          </p>
        </li>
      ))}
    </ol>
  )
}
