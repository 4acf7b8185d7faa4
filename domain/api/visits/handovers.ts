import * as z from 'zod/mini'
import { entities } from '../../catalogue/catalogue.ts'
import { parseDay } from '../../dates/dates.ts'
import { isObject } from '../../input.ts'
import { isBlank } from '../../visits/payloads.ts'
import { dryRunMembers, dryRunParameters, isDryRunMember } from '../dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { allOf, pageOf, textParameter } from '../parameters.ts'
import { count, dateTime, day, described, fieldsOf, flag, readWith, recordOf, text } from '../values.ts'
import {
  afterPage,
  customerNames,
  date,
  dateOrNull,
  employee,
  fieldValue,
  shapeOf,
  territoryFields,
  textOrNull,
  unlessBlank,
} from './visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** The number of an employee, or null for no owner. */
const owner = (label: string) => {
  const notANumber = (): string =>
    t('{label} should be an employee number, or null for no owner', { label: t(label) })
  return z.nullable(
    z
      .string({ error: ({ input }) => (input === undefined ? ownerRequired(label) : notANumber()) })
      .check(z.trim(), z.minLength(1, { error: notANumber })),
  )
}

export const ownerRequired = (label: string): string =>
  t('{label} is required (null: no owner)', { label: t(label) })

/** All are written in one transaction, which holds the locks of their customers meanwhile. */
export const maxCustomers = 2500

const listed = z
  .looseObject({ Customer_Codes: z.array(text) })
  .check(z.refine((value) => Object.keys(value).length === 1, { abort: true }))

const partOfTerritory = z
  .partial(
    z.strictObject(
      shapeOf(territoryFields, () => z.string().check(z.trim(), z.minLength(1, { abort: true }))),
    ),
  )
  .check(z.refine((part) => Object.keys(part).length > 0, { abort: true }))

function selectionMessage(input: unknown): string {
  if (!isObject(input))
    return t('customers should be "all", a part of the territory, or {example}', {
      example: '{ Customer_Codes: […] }',
    })
  return 'Customer_Codes' in input
    ? t('{field} should be a list of codes', { field: 'Customer_Codes' })
    : t('customers should name a part of the territory: {fields}', { fields: territoryFields.join(', ') })
}

const selection = z
  .union([z.literal('all'), listed, partOfTerritory], { error: ({ input }) => selectionMessage(input) })
  .check(
    z.check(({ value, issues }) => {
      const codes = typeof value === 'object' && 'Customer_Codes' in value ? value.Customer_Codes : undefined
      const refuse = (message: string): number => issues.push({ code: 'custom', message, input: value })
      if (codes?.length === 0) refuse(t('Choose at least one customer'))
      else if (codes && codes.length > maxCustomers)
        refuse(t('Choose at most {max, number} customers at a time', { max: maxCustomers }))
    }),
  )

const noFromDay = (): string => t('{label} is required', { label: t('From Day') })
const notAFromDay = (): string => t('{label} should be a date like 31/12/2026', { label: t('From Day') })
const fromDay = z.pipe(
  z
    .string({ error: ({ input }) => (isBlank(input) ? noFromDay() : notAFromDay()) })
    .check(z.trim(), z.minLength(1, { error: noFromDay, abort: true }), z.meta({ format: 'date' })),
  readWith(parseDay, notAFromDay),
)

const handover = fieldsOf('a hand-over', {
  From_Employee: described(
    z.optional(owner('From Employee')),
    'null: customers without an owner; left out: any owner',
  ),
  To_Employee: described(owner('To Employee'), 'null: no owner'),
  customers: described(
    selection,
    '"all" customers of the employee, those in a part of the territory, or a list of codes',
  ),
  From_Day: fromDay,
  Until_Day: described(unlessBlank(day('Until Day')), 'They return to the previous owner afterwards'),
  Plans: described(z._default(flag('Plans'), false), 'Move their open plans in that period too'),
  Remarks: fieldValue(entities.assignment.fields.Remarks),
  dryRun: dryRunMembers.dryRun,
})

export const handOverCustomers = endpoint('POST', '/api/v1/handovers', {
  may: ['update', 'assignment'],
  tag,
  summary: 'Hand customers and their open plans over to another employee, permanently or temporarily',
  query: z.object(dryRunParameters),
  body: handover,
  answer: z.strictObject({
    ...isDryRunMember,
    customers: count,
    plans: count,
    skipped: described(count, 'Listed customers of another owner; they are not changed'),
    first: described(
      z.array(
        z.strictObject({ Customer_Code: text, ...customerNames, City_Code: text, City_Name: textOrNull }),
      ),
      'The first of the customers',
    ),
    Customer_Codes: z.array(text),
    Visit_IDs: z.array(text),
    receiver: described(
      textOrNull,
      'What the receiver’s account will see, as a sentence without a full stop; null without a receiver',
    ),
  }),
  status: 201,
  answered: 'Done (200: the result of the dry run)',
  problems: [422],
})

/** Customers that were handed over together. */
const move = z.strictObject({
  customers: count,
  from: z.nullable(employee),
  to: z.nullable(employee),
  From_Day: date,
  Until_Day: dateOrNull,
})

/** One hand-over: by which account, when, and which customers moved. */
const trace = z.strictObject({
  id: text,
  at: dateTime,
  by: text,
  Remarks: textOrNull,
  moves: z.array(move),
})

export const listHandovers = endpoint('GET', '/api/v1/handovers', {
  may: ['history', 'assignment'],
  tag,
  summary: 'Hand-overs, newest first',
  query: z.object({
    employee: described(
      z.optional(textParameter('employee').check(z.trim())),
      'Only hand-overs from or to this employee',
    ),
  }),
  answer: z.strictObject({
    items: z.array(trace),
    has: described(
      z.nullable(z.strictObject({ name: text, customers: count, plans: count })),
      'What the requested employee owns today',
    ),
    today: described(date, 'In the firm’s time zone'),
  }),
  answered: 'The latest hand-overs, each with the number of customers and the days',
  problems: [422],
})

const employeeRequired = (): string => t('employee is required (none: customers without an owner)')

export const listOwnedCustomers = endpoint('GET', '/api/v1/handovers/customers', {
  may: ['read', 'assignment'],
  tag,
  summary: 'Customers an employee owns on a day',
  query: z.object({
    employee: described(
      z
        .string({
          error: ({ input }) =>
            Array.isArray(input)
              ? t('{parameter} should be given once', { parameter: 'employee' })
              : employeeRequired(),
        })
        .check(z.trim(), z.minLength(1, { error: employeeRequired })),
      'An employee number, or none',
    ),
    day: described(
      z.optional(
        readWith(
          (typed) => (typed === '' ? null : parseDay(typed)),
          () => t('{label} should be a date like 2026-12-31', { label: 'day' }),
        ).check(z.meta({ format: 'date' })),
      ),
      'Default: today',
    ),
    q: described(
      z.optional(textParameter('q').check(z.trim())),
      'Words, or parts of words, that all must occur in the customer',
    ),
    after: afterPage,
  }),
  answer: z.extend(pageOf(recordOf('customer')), {
    names: described(z.record(text, z.record(text, text)), 'The names of the cities by field and code'),
  }),
  answered: 'A page of customers',
  problems: [422],
})

const maxPlans = 500

export const reassignPlans = endpoint('POST', '/api/v1/plans/reassign', {
  may: ['update', 'visit'],
  tag,
  summary: 'Assign open plans to an employee',
  body: fieldsOf('moving plans', {
    Visit_IDs: allOf(z.array(text).check(z.minLength(1), z.maxLength(maxPlans)), () =>
      t('Visit IDs should be a list of 1 to {max} visits', { max: maxPlans }),
    ),
    To_Employee: described(owner('To Employee'), 'null: the account that planned them'),
  }),
  answer: z.strictObject({ plans: count }),
  answered: 'The number of plans that were reassigned',
  problems: [422],
})

export type HandoverInput = BodyOf<typeof handOverCustomers>
export type HandoverResult = AnswerOf<typeof handOverCustomers>
export type Handovers = AnswerOf<typeof listHandovers>
export type HandoverTrace = z.infer<typeof trace>
export type HandoverMove = z.infer<typeof move>
export type OwnedCustomers = AnswerOf<typeof listOwnedCustomers>
export type PlanMove = BodyOf<typeof reassignPlans>
