import { addDays } from '../dates/dates.ts'

/** The working days after a day and before today, counted up to `max`. */
export function workingDaysSince(
  day: string,
  today: string,
  isOff: (day: string) => boolean,
  max: number,
): number {
  let count = 0
  for (let next = addDays(day, 1); next < today && count < max; next = addDays(next, 1))
    if (!isOff(next)) count++
  return count
}
