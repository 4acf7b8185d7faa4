import { minutesOfDay, timeOfDay, type WorkingHours } from '../planning/working-time.ts'

interface Slot {
  code: string
  day: string
  /** `hh:mm` */
  time: string
}

interface SlotRequest {
  /** The customers, with the day each falls due. */
  due: readonly { code: string; day: string }[]
  /** The working days, in order. */
  days: readonly string[]
  /** The times of the visits that are planned already, by day. */
  planned: ReadonlyMap<string, readonly string[]>
  hours: Pick<WorkingHours, 'start' | 'end' | 'stopsPerDay' | 'visitMinutes'>
}

/** Gives each customer the first free time on its due day or the next day with room; those without one are left out. */
export function freeSlots({ due, days, planned, hours }: SlotRequest): Slot[] {
  const taken = new Map(days.map((day) => [day, (planned.get(day) ?? []).map(minutesOfDay)]))
  const starts = startsOf(hours)
  return due
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .flatMap(({ code, day }): Slot[] => {
      for (const each of days) {
        const times = taken.get(each)!
        if (each < day || times.length >= hours.stopsPerDay) continue
        const start = starts.find((at) => times.every((time) => Math.abs(time - at) >= hours.visitMinutes))
        if (start === undefined) continue
        times.push(start)
        return [{ code, day: each, time: timeOfDay(start) }]
      }
      return []
    })
}

/** The starts of the visits of a full day, in equal steps. */
function startsOf({ start, end, stopsPerDay, visitMinutes }: SlotRequest['hours']): number[] {
  const first = minutesOfDay(start)
  const length = minutesOfDay(end) - first
  const step = Math.max(visitMinutes, Math.floor(length / Math.max(1, stopsPerDay)))
  const count = Math.floor((length - visitMinutes) / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => first + at * step)
}
