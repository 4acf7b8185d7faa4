import * as z from 'zod/mini'
import { entities } from '../../catalogue/catalogue.ts'
import { parseTime } from '../../dates/moments.ts'
import type { FieldProblem } from '../../problem.ts'
import { formatList } from '../../text.ts'
import { balanceStates, dueStates, planOrders } from '../../visits/plans.ts'
import { lastStart } from '../../visits/working-days.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { allOf, pageOf, searchParameter, textParameter } from '../parameters.ts'
import {
  checkedBy,
  count,
  dateTime,
  day,
  described,
  fieldsOf,
  flag,
  readWith,
  requiredText,
  text,
} from '../values.ts'
import {
  afterPage,
  balance,
  customerNames,
  date,
  dateOrNull,
  employee,
  fieldValue,
  firmClock,
  orElse,
  repeatable,
  rupees,
  textOrNull,
  visitVersion,
} from './visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** A customer as planner and visit entry show it. */
export const visitPlan = z.strictObject({
  Customer_ID: described(text, 'The id of the customer, which a new code does not change'),
  Customer_Code: text,
  ...customerNames,
  Customer_Phone: text,
  Street: text,
  City_Code: text,
  City_Name: described(z.exactOptional(text), 'In lists, if the account may read it'),
  Pin_Code: text,
  Visit_In_Days: count,
  Last_Visited: dateOrNull,
  Recommended_Date: date,
  Days_Since_Visit_Pending: described(count, 'Negative: not yet due'),
  Plan: described(
    z.nullable(
      z.strictObject({ ...visitVersion, Planned_At: dateTime, Remarks: textOrNull, Assigned_To: textOrNull }),
    ),
    'The open plan',
  ),
  Balance: described(z.nullable(balance), 'The latest balance; null: there is none'),
  Credit_Limit: described(z.nullable(rupees), 'What the customer may owe; null: no limit'),
  Employee: described(z.nullable(employee), 'The owner today'),
})

const choice = <const V extends readonly string[]>(name: string, values: V) =>
  z.enum(values, {
    error: () => t('{parameter} should be {values}', { parameter: name, values: formatList(values, 'or') }),
  })

const noEmployee = (): string => t('employee should be one employee number, or none')

const refuseSort = (query: object): FieldProblem[] =>
  ['sort', 'total']
    .filter((name) => name in query)
    .map((field) => ({ field, message: t('{field} is not supported here: use order', { field }) }))

export const listVisitPlans = endpoint('GET', '/api/v1/visit-plans', {
  may: ['read', 'visit'],
  tag,
  summary: 'Customers with the day their next visit is due and their open plan',
  query: z
    .catchall(
      z.object({
        order: described(
          z._default(choice('order', planOrders), 'due'),
          'due: the most overdue first; planned: open plans first, by their time',
        ),
        due: described(
          z.optional(choice('due', dueStates)),
          'week: from today to six days on. Customers never visited are due today. seen: visited on time, due today or later. overdue-7, -30, -90, -more: 1 to 7, 8 to 30, 31 to 90 or more days overdue',
        ),
        balance: described(
          z.optional(choice('balance', balanceStates)),
          'overdue: has an overdue amount; owing: has a receivable; clear: neither; due30, due60, due90, dueMore: has an open bill that is 1 to 30, 31 to 60, 61 to 90 or more days past its due day; above-limit: owes more than the credit limit; promised, promise-broken: has an open or a broken promise to pay',
        ),
        employee: described(
          z.optional(z.string({ error: noEmployee }).check(z.trim(), z.minLength(1, { error: noEmployee }))),
          'Employee number of the owner today; none: customers without an owner',
        ),
        q: searchParameter,
        limit: described(z.optional(textParameter('limit')), 'Page size, from 1 to 200; default: 50'),
        after: afterPage,
      }),
      // The fields of the customer are filters, read like those of any list.
      repeatable,
    )
    .check(checkedBy(refuseSort)),
  answer: z.extend(pageOf(visitPlan), firmClock),
  answered: 'A page, with the firm’s today and timeZone. Fields of the customer are accepted as filters',
  problems: [422],
})

export const maxPlans = 200
const maxMinutes = 600
const defaultMinutes = 45

const customerCodes = z.array(requiredText('Customer Code')).check(z.minLength(1), z.maxLength(maxPlans))

const readStart = (typed: string): string | undefined => {
  const time = parseTime(typed)
  return time !== undefined && time <= lastStart ? time : undefined
}

const notMinutes = (): string =>
  t('Every should be a whole number of minutes from 1 to {max}', { max: maxMinutes })
const minutes = z
  .int({ error: notMinutes })
  .check(z.gte(1, { error: notMinutes }), z.lte(maxMinutes, { error: notMinutes }))

export const planVisits = endpoint('POST', '/api/v1/visit-plans', {
  may: ['create', 'visit'],
  tag,
  summary: 'Plan several visits one after the other, all or none; an open plan is moved',
  body: fieldsOf('a plan of several visits', {
    Customer_Codes: described(
      allOf(customerCodes, () => t('Customer Codes should be a list of 1 to {max} codes', { max: maxPlans })),
      'In the order of the visits',
    ),
    Day: day('Day'),
    From: described(
      readWith(readStart, () => t('From should be a time like 09:00, not after {last}', { last: lastStart })),
      'The time of the first visit of a day: 09:00',
    ),
    Every: described(
      orElse(minutes, defaultMinutes),
      `Minutes between visits. A visit that would start after ${lastStart} moves to the next working day`,
    ),
    Remarks: fieldValue(entities.visit.fields.Remarks),
    Assigned_To: described(
      fieldValue(entities.visit.fields.Assigned_To),
      'The employee number the visits are assigned to',
    ),
    Even_If_Off: described(
      orElse(flag('Even If Off'), false),
      'Plan even if the day is a weekly off or a holiday',
    ),
  }),
  answer: z.strictObject({
    planned: described(
      z.array(
        z.strictObject({
          Customer_Code: text,
          Visit_ID: text,
          Planned_At: dateTime,
          wasMoved: z.boolean(),
        }),
      ),
      'In the order of the customers',
    ),
    ...firmClock,
  }),
  status: 201,
  answered: 'Planned. On a day off the response is 422, with nextWorkingDay',
  problems: [409, 422],
})

export type VisitPlan = z.infer<typeof visitPlan>
export type VisitPlans = AnswerOf<typeof listVisitPlans>
export type PlanParameters = Pick<QueryOf<typeof listVisitPlans>, 'order' | 'due' | 'balance' | 'employee'>
export type BulkPlan = BodyOf<typeof planVisits>
export type BulkPlanned = AnswerOf<typeof planVisits>
