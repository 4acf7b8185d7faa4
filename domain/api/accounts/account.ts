import * as z from 'zod/mini'
import { access, namedScope } from '../access/scope.ts'
import { languageCodes } from '../../messages/languages.ts'
import { count, dateTime, described, text } from '../values.ts'

// Accounts and their sessions, as several endpoints return them.

const account = z.strictObject({
  id: text,
  username: text,
  email: text,
  phone: z.nullable(text),
  status: z.enum(['pending', 'active', 'disabled']),
  role: described(z.nullable(text), 'Null until one is assigned'),
  language: described(z.nullable(z.enum(languageCodes)), 'Null until one is chosen'),
  version: count,
  createdAt: dateTime,
})

/** When the person allowed that visits are stored with the location, and withdrew that; null: never, or allowed since. */
const locationConsent = z.strictObject({
  allowedAt: z.nullable(dateTime),
  withdrawnAt: z.nullable(dateTime),
})

/** The own account with its rights. */
export const ownAccount = z.extend(account, {
  access,
  location: described(
    // A phone may have stored the account before the server sent it.
    z.exactOptional(locationConsent),
    'When the location of visits was allowed, and when that was withdrawn',
  ),
  sees: described(namedScope, 'The visible places with their names'),
})

/** An account as an administrator sees it. */
export const user = z.extend(account, {
  roles: described(z.array(text), 'Its role and those of its User Role Combinations, while it is active'),
  places: described(
    z.nullable(namedScope),
    'The places assigned to it; null when it uses those of its employee',
  ),
  employee: described(
    z.nullable(
      z.strictObject({
        employeeNumber: text,
        name: text,
        retiredOn: described(z.nullable(text), 'The day since which the employee is retired'),
      }),
    ),
    'The employee with the same e-mail',
  ),
  invited: described(z.boolean(), 'Invited, and the invitation is not accepted yet'),
  secondFactor: z.boolean(),
  singleSignOn: described(z.boolean(), 'Linked to a person at a provider of single sign-on'),
  lastLogInAt: described(z.nullable(dateTime), 'Null if it has not logged in within the last 400 days'),
  apiTokens: described(z.array(text), 'The names of usable API tokens it created'),
})

export const loggedIn = z.strictObject({ token: text, msg: text, account: ownAccount })

export const session = z.strictObject({
  id: text,
  createdAt: dateTime,
  usedAt: dateTime,
  address: text,
  device: described(text, 'The user agent'),
})

export type AccountView = z.infer<typeof account>
export type LocationConsent = z.infer<typeof locationConsent>
export type OwnAccountView = z.infer<typeof ownAccount>
export type UserView = z.infer<typeof user>
export type LoggedIn = z.infer<typeof loggedIn>
export type SessionView = z.infer<typeof session>
