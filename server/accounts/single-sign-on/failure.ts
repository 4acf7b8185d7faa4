import { conflict, forbidden, serviceUnavailable, tooManyRequests, type Problem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

type Explain = (label: string) => Problem

/** Why a log-in at the provider failed. The name is handed to the login page in a cookie, and the sentence is made for its request. */
const failures = {
  cancelled: (label) =>
    forbidden(t('You cancelled the log-in at {label}. Try again, or log in with your password', { label })),
  refused: (label) =>
    forbidden(
      t('{label} refused the log-in. Try again; if it happens again, ask the administrator', { label }),
    ),
  state: () =>
    forbidden(
      t('This log-in was begun in another browser, is already used, or took too long. Start it again here'),
    ),
  unreachable: (label) =>
    serviceUnavailable(
      t('{label} cannot be reached. Try again in a minute, or log in with your password', { label }),
      60,
    ),
  settings: (label) =>
    forbidden(
      t(
        '{label} does not accept this server. Ask the administrator to check OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
        { label },
      ),
    ),
  audience: (label) =>
    forbidden(
      t('The answer of {label} is for another application. Ask the administrator to check OIDC_CLIENT_ID', {
        label,
      }),
    ),
  issuer: (label) =>
    forbidden(
      t(
        'The answer does not come from {label}, but from another provider. Ask the administrator to check OIDC_ISSUER',
        { label },
      ),
    ),
  nonce: (label) =>
    forbidden(
      t('The answer of {label} belongs to another log-in. Start again from the login page', { label }),
    ),
  expired: (label) =>
    forbidden(
      t(
        'The answer of {label} has expired. Try again; if it happens again, ask the administrator to check the clock of the server',
        { label },
      ),
    ),
  signature: (label) =>
    forbidden(
      t(
        'The answer of {label} is not signed by it, so it cannot be trusted. Try again; if it happens again, ask the administrator',
        { label },
      ),
    ),
  unreadable: (label) =>
    forbidden(
      t(
        'The answer of {label} could not be read. Try again; if it happens again, ask the administrator to look into the log',
        { label },
      ),
    ),
  unverified: (label) =>
    forbidden(
      t(
        '{label} does not confirm your e-mail address. Verify the address there and try again, or log in with your password',
        { label },
      ),
    ),
  email: (label) =>
    forbidden(t('{label} sends no valid e-mail address of you. Ask the administrator', { label })),
  disabled: () => forbidden(t('This account is disabled. Ask the administrator')),
  closed: () => forbidden(t('Registration is closed. Ask the administrator for an account')),
  waiting: () =>
    conflict(
      t(
        'The account with your e-mail address is not approved or not set up yet. Log in with its password, open its invitation, or ask the administrator',
      ),
    ),
  unconfirmed: () =>
    conflict(
      t(
        'An administrator has not confirmed the e-mail address of your account yet. Log in with your password, or ask the administrator to save the account',
      ),
    ),
  linked: (label) =>
    conflict(
      t(
        'The account with your e-mail address is linked to another person at {label}. Ask the administrator',
        { label },
      ),
    ),
  server: () =>
    serviceUnavailable(
      t(
        'The log-in could not be finished on this server. Try again; if it happens again, ask the administrator',
      ),
      10,
    ),
  often: () => tooManyRequests(t('Too many attempts. Wait a minute, then try again'), 60),
} as const satisfies Record<string, Explain>

export type FailureName = keyof typeof failures

export class SignOnFailure extends Error {
  readonly failure: FailureName
  constructor(failure: FailureName, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

export const isFailureName = (text: string): text is FailureName => Object.hasOwn(failures, text)

export const problemOfFailure = (name: FailureName, label: string): Problem => failures[name](label)
