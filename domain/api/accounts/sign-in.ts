import * as z from 'zod/mini'
import { endpoint, type BodyOf } from '../endpoint.ts'
import { fieldsOf, text } from '../values.ts'
import { loggedIn } from './account.ts'
import { chosenPassword, email, linkToken, onlyFields, phone, secret, username } from './inputs.ts'
import { t } from '../../messages/t.ts'

const tag = 'Accounts'
const message = z.strictObject({ msg: text })

export const register = endpoint('POST', '/api/auth/register', {
  may: ['create', 'registration'],
  tag,
  summary: 'Register; the token gives access to the own profile only until an administrator approves',
  body: fieldsOf('Registration', {
    username,
    email,
    phone,
    password: chosenPassword,
    invite: z.optional(z.string({ error: () => t('invite should be text') })),
  }),
  answer: loggedIn,
  status: 201,
  answered: 'Registered',
  problems: [403, 409, 422],
})

export const login = endpoint('POST', '/api/auth/login', {
  may: ['create', 'session'],
  tag,
  summary: 'Log in; an account with a second factor also needs a code',
  body: onlyFields({
    email,
    password: secret('Password'),
    code: z.optional(z.string({ error: () => t('Code should be text') })),
  }),
  answer: loggedIn,
  answered: 'Logged in',
  problems: [401, 403, 422],
})

export const logout = endpoint('POST', '/api/auth/logout', {
  may: ['delete', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'End the session of this token',
})

export const resetPassword = endpoint('POST', '/api/auth/reset', {
  may: ['create', 'passwordReset'],
  tag,
  summary: 'Choose a new password with the token of a reset link; ends every session',
  // Whether it is long enough is checked after the link.
  body: onlyFields({ token: linkToken, password: secret('Password') }),
  answer: message,
  answered: 'Changed',
  problems: [403, 422],
})

export const readResetMail = endpoint('GET', '/api/auth/reset/mail', {
  may: ['read', 'site'],
  tag,
  summary: 'Whether reset links are sent by e-mail',
  answer: z.strictObject({ isOffered: z.boolean() }),
})

export const requestReset = endpoint('POST', '/api/auth/reset/mail', {
  may: ['create', 'passwordReset'],
  tag,
  summary: 'Request a reset link by e-mail; the response is the same for every address',
  body: onlyFields({ email }),
  answer: message,
  status: 202,
  answered: 'Sent, if an account has the address',
  problems: [409, 422, 429],
})

export const acceptInvitation = endpoint('POST', '/api/auth/invitation', {
  may: ['create', 'registration'],
  tag,
  summary: 'Set up an invited account with the token of the link',
  body: fieldsOf('Registration', { token: linkToken, username, phone, password: chosenPassword }),
  answer: loggedIn,
  status: 201,
  answered: 'Set up and logged in',
  problems: [403, 422],
})

export type Registration = BodyOf<typeof register>
export type Credentials = BodyOf<typeof login>
export type PasswordReset = BodyOf<typeof resetPassword>
export type ResetRequest = BodyOf<typeof requestReset>
export type AcceptedInvitation = BodyOf<typeof acceptInvitation>
