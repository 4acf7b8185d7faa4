import { addDays, formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import type { PlanPeriod } from '#domain/planning/period.ts'
import { addMonths, mondayOf } from '#domain/visits/calendar.ts'

export type PeriodKind = 'week' | 'month'

const ahead = { week: 5, month: 3 } as const

/** What is left of the current week or month, and those after it: a plan has no days that passed. */
export function periodChoices(kind: PeriodKind, today: string): PlanPeriod[] {
  const first = kind === 'week' ? mondayOf(today) : `${today.slice(0, 7)}-01`
  const start = (at: number): string => (kind === 'week' ? addDays(first, 7 * at) : addMonths(first, at))
  return Array.from({ length: ahead[kind] }, (_, at) => ({
    From_Date: at === 0 ? today : start(at),
    To_Date: addDays(start(at + 1), -1),
  }))
}

/** The next week or month is planned most often. */
export const usualChoice = 1

export function describePeriod(kind: PeriodKind, at: number, { From_Date, To_Date }: PlanPeriod): string {
  const values = { from: formatDate(From_Date), to: formatDate(To_Date) }
  if (at > 1) return t('{from} to {to}', values)
  if (kind === 'week')
    return at === 0
      ? t('The rest of this week, {from} to {to}', values)
      : t('Next week, {from} to {to}', values)
  return at === 0
    ? t('The rest of this month, {from} to {to}', values)
    : t('Next month, {from} to {to}', values)
}
