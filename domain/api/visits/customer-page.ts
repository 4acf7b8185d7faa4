import * as z from 'zod/mini'
import { entities } from '../../catalogue/catalogue.ts'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { pageOf } from '../parameters.ts'
import { described, recordOf, text } from '../values.ts'
import { billsOfCustomer } from '../money/ageing.ts'
import { visitPlan } from './plans.ts'
import { afterPage, balance, date, dateOrNull, firmClock, secondNames, textOrNull } from './visit-values.ts'

const tag = 'Visits'

type CustomerField = keyof (typeof entities)['customer']['fields']
const customerField = z.enum(Object.keys(entities.customer.fields) as CustomerField[])

/** A visit in the customer's timeline, with names of people besides their ids. */
const timelineVisit = z.intersection(
  recordOf('visit'),
  z.looseObject({
    plannedBy: textOrNull,
    recordedBy: textOrNull,
    assignedTo: textOrNull,
    joinedBy: described(z.optional(z.array(text)), 'The names of the others who took part; absent: none'),
  }),
)

/** Visits of one customer, the newest first. */
const timeline = z.extend(pageOf(timelineVisit), { names: secondNames })

const ownerPeriod = z.strictObject({
  From_Day: date,
  Until_Day: dateOrNull,
  employeeNumber: text,
  name: text,
  Remarks: textOrNull,
})

/** Plan, balance and owner are absent when the account may not read visits, balances or assignments. */
const planOfCustomer = z.partial(visitPlan, {
  Plan: true,
  Balance: true,
  Credit_Limit: true,
  Employee: true,
})

export const readCustomerPage = endpoint('GET', '/api/v1/customers/:id/page', {
  may: ['read', 'customer'],
  tag,
  summary: 'Everything about one customer: master data, plan, balance history, owners, visits',
  answer: z.strictObject({
    customer: described(recordOf('customer'), 'Sensitive values are masked'),
    names: described(z.partialRecord(customerField, text), 'The names of its codes, by field'),
    place: described(
      z.optional(z.nullable(recordOf('customerPlace'))),
      'The coordinates of the customer; null: unknown',
    ),
    licences: described(
      z.optional(z.array(recordOf('customerLicence'))),
      'Its licences, those that expire first at the start',
    ),
    cityPlace: described(z.optional(textOrNull), 'The coordinates of the city; null: unknown'),
    plan: described(planOfCustomer, 'As in /api/v1/visit-plans'),
    balances: described(
      z.optional(z.array(balance)),
      'The balances over time, the oldest first; one per As Of date',
    ),
    bills: described(
      z.optional(billsOfCustomer),
      'The open bills and their ageing; absent without the right',
    ),
    assignments: described(z.optional(z.array(ownerPeriod)), 'The owners, the latest first'),
    visits: z.optional(timeline),
    ...firmClock,
  }),
  answered:
    'Sensitive fields are masked. The latest 20 visits, newest first. Members the account may not read are absent: place, cityPlace, balances, bills, assignments, visits, and Plan, Balance, Credit_Limit and Employee within plan',
  problems: [404],
})

export const listCustomerVisits = endpoint('GET', '/api/v1/customers/:id/visits', {
  may: ['read', 'visit'],
  tag,
  summary:
    'The visits of one customer after the first 20, newest first, with the names of users and employees',
  query: z.object({ after: afterPage }),
  answer: timeline,
  answered: 'A page of visits',
  problems: [404, 422],
})

export type CustomerPage = AnswerOf<typeof readCustomerPage>
export type PlanOfCustomer = CustomerPage['plan']
export type OwnerPeriod = z.infer<typeof ownerPeriod>
export type Timeline = AnswerOf<typeof listCustomerVisits>
export type TimelineVisit = z.infer<typeof timelineVisit>
