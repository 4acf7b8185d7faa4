import * as z from 'zod/mini'
import { actions } from '../../access/rights.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { described, parameters, text } from '../values.ts'
import { namedScope, rights } from './scope.ts'
import { t } from '../../messages/t.ts'

const explanation = z.strictObject({
  allowed: z.boolean(),
  because: text,
  roles: z.array(z.strictObject({ role: text, name: text, allows: z.boolean() })),
  rights: described(rights, 'All rights, not only the requested one'),
  sees: namedScope,
  seesWorkOf: described(
    text,
    'Whose assigned and planned customers are visible besides `sees`; empty when no employee is linked',
  ),
  record: described(
    z.exactOptional(z.strictObject({ name: z.nullable(text), isSeen: z.boolean(), reasons: z.array(text) })),
    'For one record: whether it is visible and, unless everything is, why',
  ),
})

const once = (name: string) =>
  z.optional(z.string({ error: () => t('{parameter} should be given once', { parameter: name }) }))

export const explainAccess = endpoint('GET', '/api/v1/access-explanation', {
  may: ['read', 'ownProfile'],
  tag: 'Access',
  summary: 'Explain why an account may or may not do something',
  query: parameters({
    action: described(
      z.enum(actions, {
        error: () => t('action should be one of {actions}, with a subject', { actions: actions.join(', ') }),
      }),
      'What it wants to do',
    ),
    subject: described(
      z.string({ error: () => t('subject is required') }),
      'An entity by its name, or another subject',
    ),
    record: described(once('record'), 'One record of it, by id or code'),
    account: described(once('account'), 'Another account; requires the right to read accounts'),
  }),
  answer: explanation,
  answered: 'The decision and its reasons',
  problems: [404, 422],
})

export type Explanation = AnswerOf<typeof explainAccess>
export type AccessQuery = QueryOf<typeof explainAccess>
