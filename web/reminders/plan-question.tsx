import { useState, type FormEvent, type ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { addDays, formatDate, parseDay } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { EventCustomer, SeenPlan } from '#domain/field/events.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { usualReasons } from '#domain/reminders/usual-reasons.ts'
import { nextHalfHour } from '#domain/visits/working-days.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { correctedNow } from '../outbox/pack.ts'
import { recordEvent } from '../outbox/record-event.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { formatDay, joinMoment } from '../visits/visit-format.ts'
import '../visit-entry/visit-detail.css'
import './plan-question.css'
import { t } from '#domain/messages/t.ts'

/** A plan without a result, as the home page and the phone know it. */
export interface UnrecordedPlan {
  customer: EventCustomer
  seen: SeenPlan | null
  /** The usual name of the customer, and the name as the reader sees it. */
  name: string
  shownName: string
  plannedAt: string
  remarks: string | null
  recordPath: string
}

interface PlanQuestionProps {
  plan: UnrecordedPlan
  clock: FirmClock
  isOff: (day: string) => boolean
  /** Called when it is answered, and with false when the answer is undone. */
  onAnswer?: (isAnswered: boolean) => void
}

type Answer = { Reason: string } | { day: string; time: string }

/** Asks what became of a planned visit. The answer is saved on this device first, as any visit. */
export function PlanQuestion({ plan, clock, isOff, onAnswer }: PlanQuestionProps): ReactNode {
  const [opened, setOpened] = useState<'reason' | 'day' | null>(null)
  const { customer, seen, name, shownName } = plan
  const undo = async (event: string): Promise<void> => {
    try {
      await recordEvent('undo', { customer, seen: null, name, values: { event } })
      onAnswer?.(false)
      notify({ tone: 'good', text: t('Undone') })
    } catch (error) {
      notify({ tone: 'bad', text: t('Could not undo'), detail: sentenceOf(error) })
    }
  }
  const { isBusy, submit } = useSubmit({
    send: (answer: Answer) =>
      'day' in answer
        ? recordEvent('plan', { customer, seen, name, values: movedTo(answer, plan) })
        : recordEvent('visit', { customer, seen, name, values: { Status: 'missed', ...withText(answer) } }),
    success: ({ event }, answer) =>
      'day' in answer
        ? t('{customer} is planned for {moment}', {
            customer: shownName,
            moment: `${formatDate(answer.day)} ${answer.time}`,
          })
        : {
            text: t('The visit to {name} is recorded as missed', { name: shownName }),
            action: { label: t('Undo'), run: () => void undo(event.id) },
          },
    failure: t('Could not save on this device'),
    onSuccess: () => {
      onAnswer?.(true)
      focusNoticeIfLost()
    },
  })
  const toggle = (part: typeof opened): void => setOpened(opened === part ? null : part)
  return (
    <div className="plan-question">
      <p className="plan-answers">
        <Link
          className="button button-plain"
          to={plan.recordPath}
          aria-label={t('Record the visit to {name}', { name: shownName })}
        >
          {t('Record it')}
        </Link>
        <Button
          aria-expanded={opened === 'reason'}
          aria-label={t('The visit to {name} did not happen', { name: shownName })}
          onClick={() => toggle('reason')}
        >
          {t('Did not happen')}
        </Button>
        <Button
          aria-expanded={opened === 'day'}
          aria-label={t('Move the visit to {name} to another day', { name: shownName })}
          onClick={() => toggle('day')}
        >
          {t('Move')}
        </Button>
      </p>
      {opened === 'reason' && <Reasons isBusy={isBusy} onChoose={(Reason) => void submit({ Reason })} />}
      {opened === 'day' && (
        <Days
          isBusy={isBusy}
          today={clock.today}
          isOff={isOff}
          onChoose={(day) => void submit({ day, time: timeOn(day, plan, clock) })}
        />
      )}
    </div>
  )
}

const withText = ({ Reason }: { Reason: string }): { Reason?: string } =>
  Reason.trim() === '' ? {} : { Reason: Reason.trim() }

/** The members that the planner sends. */
function movedTo({ day, time }: { day: string; time: string }, { remarks }: UnrecordedPlan) {
  const moment = joinMoment(day, time)
  return { Planned_Date: moment, Planned_Time: moment, Remarks: remarks ?? '' }
}

/** The time of the plan; today, if that has passed, the next half hour. */
function timeOn(day: string, { plannedAt }: UnrecordedPlan, { today, timeZone }: FirmClock): string {
  const planned = wallClock(new Date(plannedAt), timeZone).time.slice(0, 5)
  const now = wallClock(correctedNow(), timeZone).time.slice(0, 5)
  return day > today || planned > now ? planned : (nextHalfHour(now) ?? '23:30')
}

interface ReasonsProps {
  isBusy: boolean
  onChoose: (reason: string) => void
}

/** The usual reasons are one tap; another one is typed. */
function Reasons({ isBusy, onChoose }: ReasonsProps): ReactNode {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onChoose(typed)
  }
  return (
    <>
      <fieldset className="taps" aria-label={t('Why did it not happen?')}>
        {usualReasons().missed.map((reason) => (
          <button
            key={reason}
            type="button"
            className="tap"
            aria-disabled={isBusy || undefined}
            onClick={() => onChoose(reason)}
          >
            {reason}
          </button>
        ))}
      </fieldset>
      <form className="plan-other" onSubmit={submit}>
        <input
          type="text"
          className="control"
          name="Reason"
          aria-label={t('Other reason')}
          placeholder={t('Other reason')}
          value={typed}
          maxLength={limits.name}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={isBusy} disabled={typed.trim() === ''}>
          {t('Save')}
        </Button>
      </form>
    </>
  )
}

interface DaysProps {
  isBusy: boolean
  today: string
  isOff: (day: string) => boolean
  onChoose: (day: string) => void
}

/** The day, or the next one that is not off; the day itself if all of the next weeks are. */
function workingDayFrom(day: string, isOff: (day: string) => boolean): string {
  const next = Array.from({ length: 21 }, (_, ahead) => addDays(day, ahead))
  return next.find((each) => !isOff(each)) ?? day
}

/** The usual days are one tap; a day off gives the working day after it. */
function Days({ isBusy, today, isOff, onChoose }: DaysProps): ReactNode {
  const [typed, setTyped] = useState('')
  const days = [
    ...new Set([today, ...[1, 2, 7].map((ahead) => workingDayFrom(addDays(today, ahead), isOff))]),
  ]
  const day = parseDay(typed)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (day !== undefined && day >= today) onChoose(day)
  }
  return (
    <>
      <fieldset className="taps" aria-label={t('Move to')}>
        {days.map((each) => (
          <button
            key={each}
            type="button"
            className="tap"
            aria-disabled={isBusy || undefined}
            onClick={() => onChoose(each)}
          >
            {each === today ? t('Today') : formatDay(each)}
          </button>
        ))}
      </fieldset>
      <form className="plan-other" onSubmit={submit}>
        <input
          type="date"
          className="control"
          name="day"
          aria-label={t('Other day')}
          min={today}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={isBusy} disabled={day === undefined || day < today}>
          {t('Move')}
        </Button>
      </form>
    </>
  )
}
