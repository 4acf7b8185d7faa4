import type { Mark, MarkKind } from '#domain/field/events.ts'
import type { Context } from '../../core/context.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

export const markOf = (kind: MarkKind, message: string): Mark => ({ kind, message })

const day = 86_400_000

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
