import type { RecordNamed } from '../catalogue/catalogue.ts'
import { t } from '../messages/t.ts'
import type { FieldProblem } from '../problem.ts'
import { weekdays, type Weekday } from '../visits/working-days.ts'

/** The working time of an employee, complete. */
export interface WorkingHours {
  start: string
  end: string
  stopsPerDay: number
  visitMinutes: number
  daysOff: readonly Weekday[]
}

/** The working time of employees without one, besides the weekly days off of the firm. */
export const defaultHours = { start: '09:00', end: '18:00', stopsPerDay: 8, visitMinutes: 30 } as const

type WorkingTimeValues = Omit<RecordNamed<'workingTime'>, 'id' | 'version' | 'createdAt' | 'updatedAt'>

/** The working time of an employee; what it leaves out is the default of the firm. */
export function hoursOf(
  record: Readonly<Partial<WorkingTimeValues>> | undefined,
  weeklyOffs: readonly Weekday[],
): WorkingHours {
  const daysOff = record?.Days_Off
  return {
    start: record?.Start_Time ?? defaultHours.start,
    end: record?.End_Time ?? defaultHours.end,
    stopsPerDay: record?.Stops_Per_Day ?? defaultHours.stopsPerDay,
    visitMinutes: record?.Visit_Minutes ?? defaultHours.visitMinutes,
    daysOff: daysOff === null || daysOff === undefined ? weeklyOffs : parseDaysOff(daysOff).days,
  }
}

const noDays = 'none'

/** Reads "saturday, sunday" or "none"; names may be shortened to three letters. */
export function parseDaysOff(text: string): { days: Weekday[]; unknown: string[] } {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '' && word !== noDays)
  const dayOf = (word: string): Weekday | undefined =>
    word.length < 3 ? undefined : weekdays.find((day) => day.startsWith(word))
  const named = new Set(words.map(dayOf))
  return {
    days: weekdays.filter((day) => named.has(day)),
    unknown: words.filter((word) => dayOf(word) === undefined),
  }
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/
const isTime = (text: string | null): boolean => text === null || time.test(text)

export function workingTimeProblems(values: Readonly<WorkingTimeValues>): FieldProblem[] {
  const { Start_Time, End_Time, Days_Off, Visit_Minutes } = values
  const problems: FieldProblem[] = []
  const message = t('A time has hours and minutes, like 09:30')
  if (!isTime(Start_Time)) problems.push({ field: 'Start_Time', message })
  if (!isTime(End_Time)) problems.push({ field: 'End_Time', message })
  const unknown = Days_Off === null ? [] : parseDaysOff(Days_Off).unknown
  if (unknown.length > 0)
    problems.push({
      field: 'Days_Off',
      message: t('{word} is not a day of the week. Write days like saturday, sunday', { word: unknown[0]! }),
    })
  if (problems.length > 0) return problems
  const { start, end, visitMinutes } = hoursOf({ Start_Time, End_Time, Visit_Minutes }, [])
  if (end <= start)
    return [{ field: 'End_Time', message: t('The day should end after {start}, its start', { start }) }]
  if (minutesOfDay(end) - minutesOfDay(start) < visitMinutes)
    return [
      {
        field: 'Visit_Minutes',
        message: t('A visit of {minutes} minutes does not fit between {start} and {end}', {
          minutes: visitMinutes,
          start,
          end,
        }),
      },
    ]
  return []
}

/** Minutes since midnight. */
export const minutesOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** `hh:mm`; minutes after the end of the day are those of the next day. */
export const timeOfDay = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, Math.floor(minutes) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
