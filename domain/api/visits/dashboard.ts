import * as z from 'zod/mini'
import type { FieldProblem } from '../../problem.ts'
import { formatList } from '../../text.ts'
import { territoryLevels } from '../../visits/dashboard.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { alsoCheckedBy, pageOf, searchParameter, textParameter } from '../parameters.ts'
import { ageing } from '../money/ageing.ts'
import { count, dateTime, described, parameters, recordOf, text } from '../values.ts'
import {
  afterPage,
  date,
  dateOrNull,
  employee,
  firmClock,
  repeatable,
  rupees,
  secondNames,
  shapeOf,
  territoryFields,
  territoryNames,
  textOrNull,
} from './visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'
const levels = territoryLevels.map(({ level }) => level)
const wordFor = (field: string): string => territoryLevels.find((each) => each.field === field)!.level

const level = z.enum(levels)

/** Every customer is counted once. */
export const coverage = z.strictObject({
  customers: count,
  seen: described(count, 'Visited on time: due today or later'),
  overdue: count,
  never: described(count, 'Never visited'),
})

/** In rupees. */
const moneyOwed = z.strictObject({
  receivable: rupees,
  overdue: rupees,
  debtors: described(count, 'How many customers have an overdue amount'),
})

export const moneyOfFirm = z.extend(moneyOwed, {
  oldestAsOf: dateOrNull,
  ageing: described(ageing, 'The open bills by days since the due day'),
})

const territory = z.strictObject({ level, ...territoryNames })

/** Monday to Sunday. */
export const weekOfVisits = z.strictObject({
  from: date,
  to: date,
  inPerson: count,
  byPhone: count,
  missed: count,
})

function problemsOfPart(query: Record<string, unknown>): FieldProblem[] {
  const [part, second] = territoryLevels.filter(({ field }) => query[field])
  const rank = levels.findIndex((each) => each === query['level'])
  return [
    ...(second
      ? [
          {
            field: second.field,
            message: t('Give {one} or {other}, not both', { one: part!.field, other: second.field }),
          },
        ]
      : []),
    ...(part && query['level'] !== undefined && rank < levels.indexOf(part.level)
      ? [{ field: 'level', message: t('level should not be above {level}', { level: part.level }) }]
      : []),
  ]
}

export const readDashboard = endpoint('GET', '/api/v1/dashboard', {
  may: ['read', 'visit'],
  tag,
  summary: 'The dashboard: coverage, overdue customers, visits per week, advice and balances',
  query: parameters({
    level: described(
      z.optional(
        z.enum(levels, {
          error: ({ input }) =>
            Array.isArray(input)
              ? t('{parameter} should be given once', { parameter: 'level' })
              : t('{parameter} should be {values}', {
                  parameter: 'level',
                  values: formatList(levels, 'or'),
                }),
        }),
      ),
      'The level of the territories listed; default: the level below the requested part',
    ),
    ...shapeOf(territoryFields, (field) =>
      described(z.optional(textParameter(field)), `Only this ${wordFor(field)}`),
    ),
    fresh: described(
      z.optional(textParameter('fresh')),
      'true: recompute, at most every ten seconds; otherwise recomputed after a change, as often as the size of the firm allows',
    ),
  }).check(alsoCheckedBy(problemsOfPart)),
  answer: z.strictObject({
    at: described(dateTime, 'When the figures were computed'),
    ...firmClock,
    within: described(
      z.array(territory),
      'The path to the selected part of the territory; empty: the whole firm',
    ),
    level,
    coverage,
    money: moneyOfFirm,
    ages: described(z.array(count), 'Overdue customers: by 1 to 7, 8 to 30, 31 to 90 and more days'),
    territories: described(
      z.array(z.extend(territory, { coverage, money: moneyOwed })),
      'Those with the most overdue customers first',
    ),
    further: described(count, 'How many territories are not listed'),
    employees: described(
      z.array(z.strictObject({ employee: z.nullable(employee), coverage })),
      'Coverage by owner; null: customers without an owner',
    ),
    weeks: described(z.array(weekOfVisits), 'The last one is the current week'),
    advice: described(
      z.array(z.strictObject({ crop: text, season: textOrNull, visits: count })),
      'Crops advised since adviceFrom, the most advised first',
    ),
    adviceFrom: date,
  }),
  answered: 'The figures, with the time they were computed',
  problems: [422],
})

/** A visit with the names of its customer, employee and accounts. */
const loggedVisit = z.intersection(
  recordOf('visit'),
  z.looseObject({
    Customer_Name: textOrNull,
    Local_Name: textOrNull,
    Assigned_Name: textOrNull,
    Planned_Name: textOrNull,
    Recorded_Name: textOrNull,
  }),
)

export const listVisits = endpoint('GET', '/api/v1/visit-log', {
  may: ['read', 'visit'],
  tag,
  summary: 'Visits with the names of customers, employees and users',
  query: z.catchall(
    z.object({
      q: described(
        searchParameter,
        'A Visit ID, or words that all must occur in the customer or, if no customer matches, in the visit',
      ),
      ...shapeOf(territoryFields, (field) =>
        described(repeatable, `Only customers in this ${wordFor(field)}`),
      ),
      after: afterPage,
    }),
    // The fields of the visit are filters, read like those of any list.
    repeatable,
  ),
  answer: z.extend(pageOf(loggedVisit), { names: secondNames, total: z.optional(count), ...firmClock }),
  answered: 'A page. Fields of a visit are accepted as filters, as in the list of visits',
  problems: [422],
})

export type Dashboard = AnswerOf<typeof readDashboard>
export type DashboardParameters = QueryOf<typeof readDashboard>
export type Coverage = z.infer<typeof coverage>
export type MoneyOwed = z.infer<typeof moneyOwed>
export type Territory = z.infer<typeof territory>
export type WeekOfVisits = z.infer<typeof weekOfVisits>
export type VisitLog = AnswerOf<typeof listVisits>
export type LoggedVisit = VisitLog['items'][number]
