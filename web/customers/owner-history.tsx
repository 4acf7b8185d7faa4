import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import type { OwnerPeriod } from '#domain/api/visits/customer-page.ts'
import { RecordPart } from '../records/record-part.tsx'
import { t } from '#domain/messages/t.ts'

interface OwnerHistoryProps {
  assignments: readonly OwnerPeriod[]
  today: string
}

export function OwnerHistory({ assignments, today }: Readonly<OwnerHistoryProps>): ReactNode {
  return (
    <RecordPart heading={t('Account owners')}>
      {assignments.length === 0 ? (
        <p>{t('No owner so far.')}</p>
      ) : (
        <ul className="customer-people">
          {assignments.map((each) => (
            <li key={each.From_Day}>
              <strong>{each.name}</strong> ({each.employeeNumber}), {formatPeriod(each, today)}
              {each.Remarks && <p className="customer-words">{each.Remarks}</p>}
            </li>
          ))}
        </ul>
      )}
    </RecordPart>
  )
}

function formatPeriod({ From_Day, Until_Day }: OwnerPeriod, today: string): string {
  const from = formatDate(From_Day)
  if (Until_Day) return t('{from} to {to}', { from, to: formatDate(Until_Day) })
  return From_Day > today ? t('from {from} on', { from }) : t('since {from}', { from })
}
