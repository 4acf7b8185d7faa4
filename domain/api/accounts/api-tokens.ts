import * as z from 'zod/mini'
import { parseDay } from '../../dates/dates.ts'
import { limits } from '../../catalogue/kinds/text.ts'
import { readText } from '../../catalogue/reading/read-text.ts'
import { assignedScope, places } from '../access/scope.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { dateTime, described, fieldsOf, itemsOf, readBy, readWith, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'API tokens'

/** An API token, as an administrator sees it. */
const token = z.strictObject({
  id: text,
  name: text,
  role: text,
  places: described(
    assignedScope,
    'Without a name: the place was deleted, and a new one with the same code is not visible to the token',
  ),
  createdAt: dateTime,
  createdBy: text,
  makerIs: described(
    z.nullable(z.enum(['deleted', 'disabled', 'no administrator'])),
    'Why its creator could not create another one; null: they could. The token works in either case',
  ),
  expiresAt: dateTime,
  usedAt: z.nullable(dateTime),
  usedFrom: z.nullable(text),
  revokedAt: z.nullable(dateTime),
})

const name = readBy((input) => {
  const reading = readText('Name', limits.name, input)
  return 'value' in reading && reading.value === ''
    ? { problem: t('{label} is required', { label: t('Name') }) }
    : reading
}).check(z.meta({ type: 'string', maxLength: limits.name }))

/** The sentences of problems that are partly found here and partly with the stored roles and the firm's day. */
export const notARole = (): string => t('Role should be the code of a role')
export const notALastDay = (): string => t('Last day should be between today and a year from now')

export const listApiTokens = endpoint('GET', '/api/v1/api-tokens', {
  may: ['read', 'apiToken'],
  tag,
  summary: 'List the API tokens of programs',
  answer: itemsOf(token),
  answered: 'The tokens',
})

export const createApiToken = endpoint('POST', '/api/v1/api-tokens', {
  may: ['create', 'apiToken'],
  tag,
  summary: 'Create a token with the rights of a role; the token is returned once and stored as a hash',
  body: fieldsOf('an API token', {
    name: described(name, 'The name of the program; changes are recorded under this name'),
    role: described(
      z.string({ error: notARole }).check(z.minLength(1, { error: notARole })),
      'A Role_Code; API tokens never get rights on accounts and roles',
    ),
    // A token has no employee, so its places must be given.
    places: places.check(
      z.refine((given) => given.length > 0, {
        error: () => t('Places should be "everything" or at least one place'),
      }),
    ),
    expiresOn: described(
      readWith(parseDay, notALastDay).check(z.meta({ type: 'string', format: 'date' })),
      'The last day, at most a year from now',
    ),
  }),
  answer: z.extend(token, { token: text }),
  status: 201,
  answered: 'Created; `token` is never returned again',
  problems: [422],
})

export const revokeApiToken = endpoint('DELETE', '/api/v1/api-tokens/:id', {
  may: ['delete', 'apiToken'],
  tag,
  summary: 'Revoke a token',
  answered: 'Revoked',
  problems: [404],
})

export type ApiToken = z.infer<typeof token>
export type NewApiToken = AnswerOf<typeof createApiToken>
export type TokenRequest = BodyOf<typeof createApiToken>
