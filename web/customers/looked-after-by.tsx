import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import type { LookedAfter } from '#domain/visits/customer-page.ts'

interface LookedAfterByProps {
  assignments: readonly LookedAfter[]
  today: string
}

export function LookedAfterBy({ assignments, today }: Readonly<LookedAfterByProps>): ReactNode {
  return (
    <section className="customer-part" aria-labelledby="looked-after">
      <h2 id="looked-after">Who looked after them</h2>
      {assignments.length === 0 ? (
        <p>Nobody so far.</p>
      ) : (
        <ul className="customer-people">
          {assignments.map((each) => (
            <li key={each.From_Day}>
              <strong>{each.name}</strong> ({each.employeeNumber}), {inWords(each, today)}
              {each.Remarks && <p className="customer-words">{each.Remarks}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function inWords({ From_Day, Until_Day }: LookedAfter, today: string): string {
  const from = showDay(From_Day)
  if (Until_Day) return `${from} to ${showDay(Until_Day)}`
  return From_Day > today ? `from ${from} on` : `since ${from}`
}
