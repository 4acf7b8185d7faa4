import * as z from 'zod/mini'
import { contactModes } from '../../catalogue/entities/visit-choices.ts'
import { daysBetween } from '../../dates/dates.ts'
import type { FieldProblem } from '../../problem.ts'
import { territoryLevels } from '../../visits/dashboard.ts'
import { planResults } from '../../visit-plans/plan-results.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { alsoCheckedBy, textParameter } from '../parameters.ts'
import { count, dateTime, described, parameters, text } from '../values.ts'
import {
  cityNames,
  customerNames,
  date,
  dateOrNull,
  dayParameter,
  employee,
  firmClock,
  shapeOf,
  territoryFields,
  textOrNull,
} from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** A year; more would count visits of people who left long ago. */
export const maxResultDays = 366

const counts = {
  planned: described(
    count,
    'Visits planned for these days, and stops of approved and accepted work plans without a planned visit, each of which has one of the results',
  ),
  results: described(
    z.strictObject(shapeOf(planResults, () => count)),
    'moved: to a later day that has not passed; noResult: the day passed and nothing was recorded; ahead: the day is today or later',
  ),
  unplanned: described(count, 'Visits made on these days without a plan'),
  reasons: described(
    z.array(
      z.strictObject({
        result: z.enum(['missed', 'cancelled']),
        reason: described(textOrNull, 'null: no reason was given'),
        visits: count,
      }),
    ),
    'Why visits were missed or cancelled, the most frequent first',
  ),
}

const dayExample = '2026-11-30'

/** Both days, or none for the current month. */
function problemsOfPeriod({ from, to }: Record<string, unknown>): FieldProblem[] {
  if ((from === undefined) !== (to === undefined)) {
    const [given, missing] = from === undefined ? ['to', 'from'] : ['from', 'to']
    return [{ field: missing, message: t('Give {missing} as well as {given}', { missing, given }) }]
  }
  // A day that could not be read is reported on its own.
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!isDay(from) || !isDay(to)) return []
  if (to < from) return [{ field: 'to', message: t('to should not be before from') }]
  return daysBetween(from, to) >= maxResultDays
    ? [
        {
          field: 'to',
          message: t('At most {days} days can be compared at once', { days: maxResultDays }),
        },
      ]
    : []
}

const period = {
  from: described(
    z.optional(dayParameter('from', dayExample)),
    'The first day; without both, the current month',
  ),
  to: described(z.optional(dayParameter('to', dayExample)), 'The last day'),
}

const filters = {
  ...period,
  employee: described(
    z.optional(textParameter('employee')),
    'Employee number; mine: the own; none: visits of accounts without an employee',
  ),
  ...shapeOf(territoryFields, (field) =>
    described(
      z.optional(textParameter(field)),
      `Only customers in this ${territoryLevels.find((each) => each.field === field)!.level}`,
    ),
  ),
}

export const readPlanResults = endpoint('GET', '/api/v1/plan-results', {
  may: ['read', 'visit'],
  tag,
  summary: 'Planned against done, by person',
  query: parameters(filters).check(alsoCheckedBy(problemsOfPeriod)),
  answer: z.strictObject({
    at: described(dateTime, 'When the figures were computed'),
    ...firmClock,
    from: date,
    to: date,
    ...counts,
    people: described(
      z.array(z.strictObject({ employee: z.nullable(employee), ...counts })),
      'Those with the most planned visits first; null: visits of accounts without an employee',
    ),
  }),
  answered:
    'The figures. A plan that was moved on its day or later counts for the first day that was not kept',
  problems: [422],
})

export const comparedVisit = z.strictObject({
  Visit_ID: described(
    textOrNull,
    'null: a stop of an approved or accepted work plan for which no visit is planned',
  ),
  Customer_Code: text,
  ...customerNames,
  ...cityNames,
  result: z.enum([...planResults, 'unplanned']),
  plannedOn: described(dateOrNull, 'The day that counts; null: without a plan'),
  movedTo: described(dateOrNull, 'The day it was moved to, if it was not kept'),
  Visited_On: dateOrNull,
  Contact_Mode: z.nullable(z.enum(contactModes)),
  Reason: textOrNull,
})

export const listComparedVisits = endpoint('GET', '/api/v1/plan-results/visits', {
  may: ['read', 'visit'],
  tag,
  summary: 'The visits of one person that planned against done counts',
  query: parameters({
    ...period,
    employee: described(
      textParameter('employee'),
      'Employee number; mine: the own; none: visits of accounts without an employee',
    ),
  }).check(alsoCheckedBy(problemsOfPeriod)),
  answer: z.strictObject({
    ...firmClock,
    from: date,
    to: date,
    employee: z.nullable(employee),
    items: described(z.array(comparedVisit), 'By day'),
    hasMore: described(z.boolean(), 'true: further visits are left out; choose a shorter period'),
  }),
  answered: 'The visits with their results',
  problems: [422],
})

export const exportPlanResults = endpoint('GET', '/api/v1/exports/plan-results.csv', {
  may: ['export', 'visit'],
  tag,
  summary: 'Planned against done, as a csv file',
  query: parameters(filters).check(alsoCheckedBy(problemsOfPeriod)),
  status: 200,
  answered: 'A row for each person or, with employee, for each visit of this person',
  problems: [422],
})

export type PlanResultsQuery = QueryOf<typeof readPlanResults>
export type PlanResults = AnswerOf<typeof readPlanResults>
export type PersonResults = PlanResults['people'][number]
export type ComparedVisits = AnswerOf<typeof listComparedVisits>
export type ComparedVisit = z.infer<typeof comparedVisit>
