import type { ReactNode } from 'react'
import { retiredOn, retiredReasonField } from '#domain/catalogue/reading/retired.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import '../ui/badges.css'

interface RetiredBadgeProps {
  record: Readonly<Partial<RecordValues>>
  /** With the day and the reason, where there is space. */
  isLong?: boolean
}

/** Says that a record is not offered any more; nothing for the others. */
export function RetiredBadge({ record, isLong = false }: RetiredBadgeProps): ReactNode {
  const day = retiredOn(record)
  if (day === undefined) return null
  const reason = showPlain(record[retiredReasonField] ?? null)
  const since = t('Retired since {day}', { day: formatDate(day) })
  const long = reason === '' ? since : t('{since}: {reason}', { since, reason })
  return (
    <span className="badge" title={isLong ? undefined : long}>
      {isLong ? long : t('Retired')}
    </span>
  )
}
