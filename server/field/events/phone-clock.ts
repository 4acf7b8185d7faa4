import { dayIn } from '#domain/dates/moments.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import type { Context } from '../../core/context.ts'

/** A clock that is off by less is right enough. */
const tolerance = 5 * 60_000
/** An earlier moment comes from a wrong clock. */
const earliest = Date.parse('2000-01-01T00:00:00Z')

/** When an event was recorded. */
export interface EventTime {
  /** Corrected by the error of the phone's clock, and never in the future. */
  at: Date
  /** Whether the clock of the phone was wrong. */
  isClockWrong: boolean
  /** The firm's day, and the day by the phone's clock. */
  day: string
  phoneDay: string
}

/** `offset` is how many milliseconds the phone's clock was behind when it sent the event. */
export function timeOf(
  { now, config: { timeZone } }: Pick<Context, 'now' | 'config'>,
  { at }: Pick<FieldEvent, 'at'>,
  offset: number,
): EventTime {
  const shown = Date.parse(at)
  const isOff = Math.abs(offset) > tolerance
  const corrected = isOff ? shown + offset : shown
  const latest = now().getTime()
  const moment = new Date(Math.max(earliest, Math.min(corrected, latest)))
  return {
    at: moment,
    isClockWrong: isOff || corrected > latest + tolerance || corrected < earliest,
    day: dayIn(moment, timeZone),
    phoneDay: dayIn(new Date(shown), timeZone),
  }
}
