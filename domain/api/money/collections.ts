import * as z from 'zod/mini'
import { paymentWays, promiseStates } from '../../catalogue/entities/visit-choices.ts'
import { formatList } from '../../text.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { limitParameter, pageOf, searchParameter, textParameter } from '../parameters.ts'
import { count, described, parameters, text } from '../values.ts'
import {
  afterPage,
  date,
  dateOrNull,
  dayParameter,
  firmClock,
  rupees,
  textOrNull,
} from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** What was paid and promised at a visit. */
const collection = z.strictObject({
  Visit_ID: text,
  Customer_Code: textOrNull,
  Customer_Name: textOrNull,
  Local_Name: textOrNull,
  Visited_On: date,
  employee: described(
    textOrNull,
    'The employee the visit is assigned to, otherwise the account that recorded it',
  ),
  Collected_Amount: z.nullable(rupees),
  Collected_Way: z.nullable(z.enum(paymentWays)),
  Collected_Reference: textOrNull,
  Promised_Amount: z.nullable(rupees),
  Promised_On: dateOrNull,
  Promise_State: described(
    z.nullable(z.enum(promiseStates)),
    'By what the accounts say; null: nothing was promised',
  ),
})

const filters = {
  q: searchParameter,
  from: described(z.optional(dayParameter('from', '2026-11-01')), 'The first day of visits'),
  to: described(z.optional(dayParameter('to', '2026-11-30')), 'The last day of visits'),
  employee: described(
    z.optional(textParameter('employee')),
    'The employee number the visits are assigned to',
  ),
  state: described(
    z.optional(
      z.enum(promiseStates, {
        error: () =>
          t('{parameter} should be {values}', {
            parameter: 'state',
            values: formatList(promiseStates, 'or'),
          }),
      }),
    ),
    'Promises that are open, kept or broken',
  ),
}

export const listCollections = endpoint('GET', '/api/v1/collections', {
  may: ['read', 'visit'],
  tag,
  summary: 'Payments and promises to pay that were recorded at visits, the latest visit first',
  query: parameters({ ...filters, limit: limitParameter(), after: afterPage }),
  answer: z.extend(pageOf(collection), firmClock),
  answered: 'A page. Amounts in rupees. The balance of a customer follows the accounts only',
  problems: [422],
})

const sums = { visits: count, amount: rupees }

export const sumCollections = endpoint('GET', '/api/v1/collection-totals', {
  may: ['read', 'visit'],
  tag,
  summary: 'Totals of the payments and promises that match',
  query: parameters(filters),
  answer: z.strictObject({
    collected: z.strictObject(sums),
    promised: described(
      z.record(z.enum(promiseStates), z.strictObject(sums)),
      'By what became of the promise',
    ),
  }),
  answered: 'Amounts in rupees',
  problems: [422],
})

export const exportCollections = endpoint('GET', '/api/v1/exports/collections.csv', {
  may: ['export', 'visit'],
  tag,
  summary: 'The payments and promises that match, as a csv file',
  query: parameters(filters),
  status: 200,
  answered: 'The file, with a row of labels first',
  problems: [422],
})

export type Collections = AnswerOf<typeof listCollections>
export type Collection = Collections['items'][number]
export type CollectionQuery = QueryOf<typeof sumCollections>
export type CollectionTotals = AnswerOf<typeof sumCollections>
