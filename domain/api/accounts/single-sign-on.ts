import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { described, text } from '../values.ts'
import { loggedIn } from './account.ts'

const tag = 'Accounts'

export const readSingleSignOn = endpoint('GET', '/api/auth/oidc', {
  may: ['read', 'site'],
  tag,
  summary: 'Whether accounts can log in at a provider of OpenID Connect',
  answer: z.strictObject({
    label: described(z.nullable(text), 'The name of the provider; null if there is none'),
  }),
})

export const startSingleSignOn = endpoint('GET', '/api/auth/oidc/start', {
  may: ['create', 'session'],
  tag,
  summary: 'Redirect a browser to the provider to log in',
  query: z.object({
    return: described(z.optional(textParameter('return')), 'The path of this site to open afterwards'),
  }),
  status: 303,
  answered: 'Redirected to the provider, or to the login page, which shows why not',
  problems: [404],
})

export const returnFromSingleSignOn = endpoint('GET', '/api/auth/oidc/callback', {
  may: ['create', 'session'],
  tag,
  summary: 'Where the provider sends a browser back to',
  status: 303,
  answered: 'Redirected to the login page, which requests the session',
  problems: [404],
})

export const openSignOnSession = endpoint('POST', '/api/auth/oidc/session', {
  may: ['create', 'session'],
  tag,
  summary: 'Start the session of a log-in at the provider, once, in the browser that began it',
  answer: loggedIn,
  answered: 'Logged in',
  problems: [403, 404, 409, 429, 503],
})

export const endSingleSignOn = endpoint('POST', '/api/auth/oidc/logout', {
  may: ['create', 'session'],
  tag,
  summary: 'Where the browser logs out at the provider, after it has ended its session here',
  answer: z.strictObject({
    url: described(
      z.nullable(text),
      'The page of the provider; null if this browser did not log in there, or the provider has none',
    ),
  }),
  answered: 'The page to open',
})
