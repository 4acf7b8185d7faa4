import { addDays, formatDate } from '../dates/dates.ts'
import { currentLocale, t } from '../messages/t.ts'
import { formatList } from '../text.ts'

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

/** A day without visits, and why: "a weekly off", "a holiday: Diwali". */
export interface OffDay {
  day: string
  reason: string
}

export interface Holiday {
  day: string
  name: string
  /** Null: everywhere. */
  state: { code: string; name: string } | null
}

/** Why a day is off; undefined: a working day. */
export type DayOffReason = (day: string) => string | undefined

/** The latest start of a visit; later ones move to the next working day. */
export const lastStart = '19:00'

export const weekdayOf = (day: string): Weekday => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!

/** "Thursday", in the language of the reader. */
export const weekdayName = (day: string, weekday: 'long' | 'short' = 'long'): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(currentLocale(), { weekday, timeZone: 'UTC' })

/** "Sunday", in the language of the reader. */
export const nameOfWeekday = (weekday: Weekday): string =>
  // The first of November 2026 is a Sunday.
  weekdayName(`2026-11-0${1 + weekdays.indexOf(weekday)}`)

/** "Thursday 20/11/2026 is a holiday: Diwali" */
export const formatDayOff = ({ day, reason }: OffDay): string =>
  t('{weekday} {date} is {reason}', { weekday: weekdayName(day), date: formatDate(day), reason })

/** Combines weekly offs, national holidays and the holidays of these states. */
export function dayOffReasons(
  weeklyOffs: readonly Weekday[],
  holidays: readonly Holiday[],
  states: readonly string[],
): DayOffReason {
  const byDay = Map.groupBy(
    holidays.filter(({ state }) => state === null || states.includes(state.code)),
    ({ day }) => day,
  )
  return (day) => {
    const reasons = [
      ...(weeklyOffs.includes(weekdayOf(day)) ? [t('a weekly off')] : []),
      ...(byDay.get(day) ?? []).map(({ name, state }) =>
        state === null
          ? t('a holiday: {name}', { name })
          : t('a holiday in {state}: {name}', { state: state.name, name }),
      ),
    ]
    return reasons.length > 0 ? formatList([...new Set(reasons)]) : undefined
  }
}

export function offDaysBetween(from: string, to: string, reasonOf: DayOffReason): OffDay[] {
  const days: OffDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const reason = reasonOf(day)
    if (reason !== undefined) days.push({ day, reason })
  }
  return days
}

const maxDaysAhead = 366

/** The first working day after a day; undefined when there is none within a year. */
export function nextWorkingDay(day: string, reasonOf: DayOffReason): string | undefined {
  for (let ahead = 1; ahead <= maxDaysAhead; ahead++) {
    const next = addDays(day, ahead)
    if (reasonOf(next) === undefined) return next
  }
  return undefined
}

export interface SlotRequest {
  day: string
  /** `hh:mm`, not after `lastStart`. */
  from: string
  /** Minutes between the starts of two visits. */
  every: number
  count: number
  reasonOf: DayOffReason
}

export interface Slot {
  day: string
  time: string
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The next full or half hour not after `lastStart`; undefined when there is none. */
export function nextHalfHour(time: string): string | undefined {
  const next = timeOf((Math.floor(minutesOf(time) / 30) + 1) * 30)
  return next <= lastStart ? next : undefined
}

/**
 * Assigns start times to a number of visits: the first day is used as given, further days are working days. Undefined
 * when there are not enough working days.
 */
export function assignTimes({ day, from, every, count, reasonOf }: SlotRequest): Slot[] | undefined {
  const slots: Slot[] = []
  const first = minutesOf(from)
  const last = minutesOf(lastStart)
  let at: Slot = { day, time: from }
  while (slots.length < count) {
    slots.push(at)
    const next = minutesOf(at.time) + every
    if (next <= last) {
      at = { day: at.day, time: timeOf(next) }
      continue
    }
    const further = nextWorkingDay(at.day, reasonOf)
    if (further === undefined) return slots.length < count ? undefined : slots
    at = { day: further, time: timeOf(first) }
  }
  return slots
}
