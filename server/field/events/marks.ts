import type { Mark, MarkKind } from '#domain/field/events.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../../core/context.ts'
import type { EventRow } from './event-store.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

export const markOf = (kind: MarkKind, message: string): Mark => ({ kind, message })

const day = 86_400_000

/** An undo is for the day of the visit, by the clock of the phone; the office may have seen the visit on the days since. */
export function marksOfUndo(
  { now, config: { timeZone } }: Pick<Context, 'now' | 'config'>,
  recorded: Pick<EventRow, 'received_at'>,
): Mark[] {
  const arrivedOn = dayIn(new Date(recorded.received_at), timeZone)
  if (arrivedOn === dayIn(now(), timeZone)) return []
  return [
    markOf(
      'late',
      t('The undo arrived on another day than the visit ({date})', { date: formatDate(arrivedOn) }),
    ),
  ]
}

/** The marks that only depend on when an event was recorded and when it arrived. */
export function marksOfTime({ now, config }: Pick<Context, 'now' | 'config'>, time: EventTime): Mark[] {
  const days = Math.floor((now().getTime() - time.at.getTime()) / day)
  return [
    ...(days > config.lateVisitDays
      ? [
          markOf(
            'late',
            t('It arrived {days, plural, one {# day} other {# days}} after it was recorded', { days }),
          ),
        ]
      : []),
    ...(time.isClockWrong
      ? [markOf('clock', t('The clock of the phone was wrong; the time was corrected'))]
      : []),
  ]
}
