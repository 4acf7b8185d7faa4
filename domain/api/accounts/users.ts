import * as z from 'zod/mini'
import { accountEntity } from '../../access/account-fields.ts'
import type { Field } from '../../catalogue/field.ts'
import { places } from '../access/scope.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { dateTime, described, fieldsOf, flag, itemsOf, parameters, text } from '../values.ts'
import { session, user } from './account.ts'
import { email, onlyFields, roleOfAccount } from './inputs.ts'
import { t } from '../../messages/t.ts'
import { readField } from '../../catalogue/reading/read-field.ts'

const tag = 'Accounts'
const usersPath = '/api/admin/users'

export const listUsers = endpoint('GET', usersPath, {
  may: ['read', 'account'],
  tag,
  summary: 'List accounts',
  answer: z.array(user),
  answered: 'The accounts',
})

/** Text or null, with the sentence of the field's kind for anything else. */
const textOf = (field: Field) =>
  z.exactOptional(
    z.nullable(
      z.string({
        error: ({ input }) => {
          const reading = readField(field, input)
          return 'problem' in reading ? reading.problem : undefined
        },
      }),
    ),
  )
const { fields } = accountEntity
const ignored = described(z.optional(z.unknown()), 'Ignored')

export const changeUser = endpoint('PATCH', `${usersPath}/:id`, {
  may: ['update', 'account'],
  tag,
  summary: 'Approve, change the role, disable; `revokeTokens` also revokes the API tokens it created',
  // The kinds of the fields validate the values that differ from the stored ones.
  body: fieldsOf('Account', {
    username: textOf(fields.username),
    email: textOf(fields.email),
    phone: textOf(fields.phone),
    status: described(textOf(fields.status), 'pending, active or disabled'),
    role: textOf(fields.role),
    places: z.optional(places),
    revokeTokens: z.optional(flag('revokeTokens')),
    version: described(
      z.number({ error: () => t('version is required: send the version that was changed') }),
      'The version that was changed',
    ),
    id: ignored,
    createdAt: ignored,
    updatedAt: ignored,
  }),
  answer: user,
  answered: 'Changed',
  problems: [404, 409, 422],
})

export const deleteUser = endpoint('DELETE', `${usersPath}/:id`, {
  may: ['delete', 'account'],
  tag,
  summary: 'Delete an account',
  query: parameters({
    revokeTokens: described(
      z._default(
        z.enum(['true', 'false'], { error: () => t('revokeTokens should be true or false') }),
        'false',
      ),
      '`true`: also revoke the API tokens it created',
    ),
  }),
  answered: 'Deleted',
  problems: [404, 409, 422],
})

const link = z.strictObject({
  token: z.exactOptional(text),
  expiresAt: dateTime,
  sentTo: described(z.exactOptional(text), 'Returned instead of the token when it was mailed'),
  failure: described(z.exactOptional(text), 'Why it was not sent'),
  site: described(
    z.nullable(text),
    'The public address of the site, which may differ from the one the administrator uses',
  ),
})

const createdResetLink = {
  may: ['update', 'account'],
  tag,
  answer: link,
  status: 201,
  answered: 'Created; previous links of this account are revoked',
  problems: [403, 404, 409],
} as const

export const createResetLink = endpoint('POST', `${usersPath}/:id/reset`, {
  ...createdResetLink,
  summary: 'Create a single-use link, valid for 24 hours, to choose a new password',
})

export const mailResetLink = endpoint('POST', `${usersPath}/:id/reset/mail`, {
  ...createdResetLink,
  summary: 'Mail a reset link; the token is returned only if that fails',
})

export const invite = endpoint('POST', '/api/admin/invitations', {
  may: ['create', 'account'],
  tag,
  summary: 'Invite a user: a single-use link, valid for 7 days, to set up an account',
  body: onlyFields({
    email,
    role: roleOfAccount,
    places: z.optional(places),
    send: described(z._default(flag('send'), false), 'Send it by e-mail instead of returning it'),
  }),
  answer: link,
  status: 201,
  answered: 'Created; previous links for this address are revoked',
  problems: [409, 422],
})

export const mailStatus = z.strictObject({
  isOn: z.boolean(),
  trouble: z.nullable(z.strictObject({ at: dateTime, email: text, because: text })),
})

export const readMailStatus = endpoint('GET', '/api/admin/mail', {
  may: ['read', 'account'],
  tag,
  summary: 'Whether links can be mailed, and why the last mail failed',
  answer: mailStatus,
})

export const listSessions = endpoint('GET', `${usersPath}/:id/sessions`, {
  may: ['read', 'account'],
  tag,
  summary: 'The sessions of an account',
  answer: itemsOf(session),
  answered: 'The sessions',
  problems: [404],
})

export const endSessions = endpoint('DELETE', `${usersPath}/:id/sessions`, {
  may: ['update', 'account'],
  tag,
  summary: 'End every session of an account',
  answered: 'Ended',
  problems: [404],
})

export const endSession = endpoint('DELETE', `${usersPath}/:id/sessions/:session`, {
  may: ['update', 'account'],
  tag,
  summary: 'End one session of an account',
  answered: 'Ended',
  problems: [404],
})

export const turnOffFactorOf = endpoint('DELETE', `${usersPath}/:id/second-factor`, {
  may: ['update', 'account'],
  tag,
  summary: 'Turn off the second factor of a user who lost it; every session ends',
  answered: 'Off',
  problems: [403, 404],
})

export const unlinkSingleSignOn = endpoint('DELETE', `${usersPath}/:id/single-sign-on`, {
  may: ['update', 'account'],
  tag,
  summary: 'Unlink an account from its person at the provider of single sign-on; every session ends',
  answered: 'Unlinked',
  problems: [404],
})

export type UserChange = BodyOf<typeof changeUser>
export type LinkAnswer = AnswerOf<typeof invite>
export type Invitation = BodyOf<typeof invite>
export type MailStatus = AnswerOf<typeof readMailStatus>
