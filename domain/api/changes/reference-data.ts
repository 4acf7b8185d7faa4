import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { count, described, fieldsOf, flag, itemsOf, parameters, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Reference data'
const zone = 'The zone of new states; without one, the standard zones are added with them'

/** The effect of loading a set. */
const plan = z.strictObject({
  set: text,
  same: described(count, 'How many records match already'),
  add: described(z.array(text), 'The names of records that would be added'),
  differ: described(z.array(text), 'Differences, such as "India (IN): ISO Code XX instead of IN"'),
})

export const listReferencePlans = endpoint('GET', '/api/v1/reference-data', {
  may: ['read', 'referenceData'],
  tag,
  summary: 'What loading countries, currencies, Indian states or GST rates would add and change',
  query: parameters({ zone: described(z.optional(textParameter('zone')), zone) }),
  answer: itemsOf(plan),
  answered: 'The sets',
  problems: [422],
})

const choices = fieldsOf('the request', {
  correct: described(z._default(flag('correct'), false), 'Also correct values that differ'),
  zone: described(
    z._default(z.nullable(z.string({ error: () => t('zone should be the code of a zone') })), null),
    zone,
  ),
})

export const loadReference = endpoint('POST', '/api/v1/reference-data/:set', {
  may: ['create', 'referenceData'],
  tag,
  summary: 'Load a set (countries, currencies, states or gst) as one batch that can be undone',
  body: z._default(choices, { correct: false, zone: null }),
  answer: z.strictObject({
    added: count,
    corrected: count,
    left: described(z.array(text), 'Records that could not be corrected, and why'),
    batchId: described(z.nullable(text), 'The batch for the undo; null: nothing was changed'),
  }),
  answered: 'What was done; undo it with batchId',
  problems: [404, 422],
})

export type ReferencePlan = AnswerOf<typeof listReferencePlans>['items'][number]
export type ReferenceReport = AnswerOf<typeof loadReference>
export type ReferenceChoices = BodyOf<typeof loadReference>
