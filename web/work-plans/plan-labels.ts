import type { StopView, WorkPlanItem, WorkPlanRun, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { currentLocale, t } from '#domain/messages/t.ts'
import { formatRupees } from '#domain/money.ts'

export const workPlanPath = (plan: string): string => `/work-plans/${encodeURIComponent(plan)}`

export const isRunning = (run: WorkPlanRun | null | undefined): boolean =>
  run?.state === 'waiting' || run?.state === 'running'

/** A run that ended without a solution: the plan has to be solved again. */
export const hasFailed = (run: WorkPlanRun | null): boolean =>
  run === null || run.state === 'failed' || run.state === 'interrupted'

/** How far the solution is, or how it ended. */
export function runLabel(run: WorkPlanRun | null): string {
  if (!run) return t('Not solved yet')
  return {
    waiting: t('Waits for its turn'),
    running: t('{progress} % solved', { progress: run.progress }),
    done: t('Solved'),
    cancelled: t('Cancelled: the best plan found until then was kept'),
    failed: t('Could not be solved'),
    interrupted: t('Interrupted, because the server stopped'),
  }[run.state]
}

/** "84 of 112 visits fit". */
export const fitLabel = ({
  Visits_Due: due,
  Visits_In_Time: planned,
}: Pick<WorkPlanItem, 'Visits_Due' | 'Visits_In_Time'>): string | null =>
  due === null || planned === null
    ? null
    : t('{planned, number} of {due, plural, one {# visit} other {# visits}} planned', { planned, due })

export const formatKilometres = (kilometres: number): string =>
  t('{kilometres} km', {
    kilometres: kilometres.toLocaleString(currentLocale(), {
      maximumFractionDigits: kilometres < 10 ? 1 : 0,
    }),
  })

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** From the start of the working day until the return; a day that ends after midnight goes on. */
export function minutesOf(
  { Ends_At, stops }: Pick<WorkPlanView['days'][number], 'Ends_At' | 'stops'>,
  start: string,
): number {
  if (Ends_At === null || stops.length === 0) return 0
  const minutes = minutesIn(Ends_At) - minutesIn(start)
  return minutes < 0 ? minutes + 24 * 60 : minutes
}

export const formatMinutes = (minutes: number): string =>
  minutes % 60 === 0
    ? t('{hours, number} h', { hours: minutes / 60 })
    : t('{hours, number} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })

/** Why a customer is visited: the day it is due, what it owes. */
export function whyVisit({
  Due,
  Visit_Date,
  Overdue,
}: Pick<StopView, 'Due' | 'Visit_Date' | 'Overdue'>): string[] {
  const date = Due === null ? '' : formatDate(Due)
  return [
    Due === null ? null : Due < Visit_Date ? t('Due since {date}', { date }) : t('Due on {date}', { date }),
    Overdue !== null && Overdue > 0 ? t('{amount} overdue', { amount: formatRupees(Overdue) }) : null,
  ].filter((each) => each !== null)
}
