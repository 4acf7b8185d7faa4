import { parseTime } from '#domain/dates/moments.ts'
import { isOneOf } from '#domain/input.ts'

const channels = ['digest', 'email', 'push'] as const

export interface ReminderConfig {
  /** When the morning digest is sent, and the time after which nothing of the day is, `hh:mm` by the firm's clock. */
  at: string
  until: string
  /** Working days without a result until the reporting manager is informed; the next one after twice as many. 0: never. */
  escalateAfter: number
  /** What accounts get that have chosen nothing. */
  defaults: Readonly<Record<(typeof channels)[number], boolean>> & { quietFrom: string; quietTo: string }
}

/** `fail` makes the error that stops the start. */
export function readReminders(
  get: (name: string) => string | undefined,
  fail: (sentence: string) => Error,
): ReminderConfig {
  const time = (name: string, usual: string): string => {
    const typed = get(name) ?? usual
    const read = parseTime(typed)
    if (read === undefined) throw fail(`${name} should be a time like ${usual}, not "${typed}"`)
    return read
  }
  const at = time('REMINDERS_AT', '07:30')
  const until = time('REMINDERS_UNTIL', '12:00')
  if (until <= at) throw fail(`REMINDERS_UNTIL should be later than REMINDERS_AT (${at}), not "${until}"`)
  const days = get('REMINDERS_ESCALATE_AFTER') ?? '3'
  if (!/^\d{1,2}$/.test(days))
    throw fail(
      `REMINDERS_ESCALATE_AFTER should be a number of working days from 0 (never) to 99, not "${days}"`,
    )
  const quiet = get('QUIET_HOURS') ?? '20:00-07:00'
  const [quietFrom, quietTo, ...rest] = quiet.split('-').map((part) => parseTime(part.trim()))
  if (quietFrom === undefined || quietTo === undefined || rest.length > 0)
    throw fail(`QUIET_HOURS should look like 20:00-07:00, not "${quiet}"`)
  const names = (get('REMINDERS') ?? channels.join())
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const isNone = names.join() === 'none'
  if (!isNone && !names.every((name) => isOneOf(channels, name)))
    throw fail(`REMINDERS should be any of ${channels.join()}, or none, not "${names.join()}"`)
  return {
    at,
    until,
    escalateAfter: Number(days),
    defaults: {
      digest: names.includes('digest'),
      email: names.includes('email'),
      push: names.includes('push'),
      quietFrom,
      quietTo,
    },
  }
}
