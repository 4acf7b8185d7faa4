import { addDays, daysBetween } from '../dates/dates.ts'
import { t } from '../messages/t.ts'
import type { FieldProblem } from '../problem.ts'

/** The longest period of a plan: a month, with the days before and after that complete its weeks. */
export const maxPlanDays = 45

export interface PlanPeriod {
  From_Date: string
  To_Date: string
}

/** What is wrong with the period of a plan, whatever day it is. */
export function periodProblems({ From_Date, To_Date }: PlanPeriod): FieldProblem[] {
  if (To_Date < From_Date)
    return [{ field: 'To_Date', message: t('The plan should not end before it begins') }]
  if (daysBetween(From_Date, To_Date) >= maxPlanDays)
    return [
      {
        field: 'To_Date',
        message: t('A plan has at most {max} days. Plan a week or a month at a time', { max: maxPlanDays }),
      },
    ]
  return []
}

export function daysOf({ From_Date, To_Date }: PlanPeriod): string[] {
  const days: string[] = []
  for (let day = From_Date; day <= To_Date; day = addDays(day, 1)) days.push(day)
  return days
}
