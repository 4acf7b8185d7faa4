import * as z from 'zod/mini'
import { filterReasons, pairReasons } from '../../duplicates/pairs/pair-reasons.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { limitParameter, notNext, pageOf, textParameter } from '../parameters.ts'
import { count, dateTime, described, fieldsOf, oneOf, parameters, recordOf, text } from '../values.ts'
import { textOrNull } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Customers'
const path = '/api/v1/duplicate-pairs'

const pair = z.strictObject({
  one: recordOf('customer'),
  other: recordOf('customer'),
  reasons: described(z.array(z.enum(pairReasons)), 'What both have in common, the strongest first'),
  keep: described(text, 'The id of the customer that more records refer to, or the older one'),
  uses: described(
    z.record(text, text),
    'What refers to each customer, by id, such as: 4 visits and 1 balance',
  ),
  markedBy: described(textOrNull, 'Who marked them as not the same'),
  markedAt: z.nullable(dateTime),
})

const state = {
  lookedAt: described(z.nullable(dateTime), 'When all customers were last searched'),
  isLooking: described(z.boolean(), 'A search is running'),
}

const placeParameter = (name: string) =>
  described(z.optional(textParameter(name)), 'Only pairs with a customer in this place')

export const listDuplicatePairs = endpoint('GET', path, {
  may: ['update', 'customer'],
  tag,
  summary: 'Pairs of customers that are probably the same, the most likely first',
  query: parameters({
    state: described(
      z._default(oneOf('state', ['open', 'not-same']), 'open'),
      'open: to decide; not-same: marked as not the same, the latest first',
    ),
    reason: described(z.optional(oneOf('reason', filterReasons)), 'Only pairs with this reason'),
    Zone_Code: placeParameter('Zone_Code'),
    State_Code: placeParameter('State_Code'),
    Station_Code: placeParameter('Station_Code'),
    City_Code: placeParameter('City_Code'),
    limit: limitParameter(25),
    after: described(
      z.optional(
        textParameter('after').check(
          z.regex(/^[\d.:TZ-]{1,30}_[\da-f-]{36}_[\da-f-]{36}$/, { error: notNext }),
        ),
      ),
      'The "next" value of the previous page',
    ),
  }),
  answer: z.extend(pageOf(pair), {
    ...state,
    open: described(count, 'How many pairs are to be decided'),
    reasons: described(z.record(text, count), 'How many of them have each reason'),
    notSame: described(count, 'How many pairs are marked as not the same'),
    names: described(
      z.record(text, z.record(text, text)),
      'The names of cities and stations by field and code',
    ),
  }),
  answered: 'The pairs of which the account sees both customers',
  problems: [422],
})

export const searchDuplicatePairs = endpoint('POST', `${path}/search`, {
  may: ['update', 'customer'],
  tag,
  summary: 'Search all customers again; a long search continues after the response',
  answer: z.strictObject(state),
  answered: 'When all customers were last searched',
})

const customerId = z
  .uuidv7({ error: () => t('ids should be the ids of two customers') })
  .check(z.toLowerCase())

export const markNotSame = endpoint('POST', `${path}/not-same`, {
  may: ['update', 'customer'],
  tag,
  summary: 'Mark two customers as not the same',
  body: fieldsOf('the request', {
    ids: described(
      z.tuple([customerId, customerId], { error: () => t('ids should be the ids of two customers') }),
      'Both customers',
    ),
  }),
  answered: 'They are no longer shown as duplicates',
  problems: [404, 422],
})

export const unmarkNotSame = endpoint('DELETE', `${path}/not-same/:one/:other`, {
  may: ['update', 'customer'],
  tag,
  summary: 'Undo that two customers were marked as not the same',
  answered: 'They are shown as duplicates again if they still look like it',
  problems: [404],
})

export type DuplicatePairs = AnswerOf<typeof listDuplicatePairs>
export type DuplicatePair = DuplicatePairs['items'][number]
export type DuplicatePairQuery = QueryOf<typeof listDuplicatePairs>
export type PairSearch = AnswerOf<typeof searchDuplicatePairs>
export type NotSame = BodyOf<typeof markNotSame>
