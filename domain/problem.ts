import { t } from './messages/t.ts'
export interface FieldProblem {
  field: string
  message: string
  /** The code or name of a record that does not exist, if this is the problem. */
  unknown?: string
}

interface ProblemDetails {
  /** The sentence to show to the user. */
  msg: string
  errors?: readonly FieldProblem[]
  /** Further members of the response, such as the current record of a stale update. */
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
  /** The `WWW-Authenticate` challenge, when it is not a bearer token. */
  challenge?: string
}

const titles: Record<number, string> = {
  400: 'The request could not be read',
  401: 'Please log in',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict with the stored record',
  410: 'No longer available',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Some fields are not valid',
  429: 'Too many requests',
  503: 'Try again later',
}

export const titleOfStatus = (status: number): string => titles[status] ?? 'Something went wrong'

/** An error whose message is shown to the user. Any other thrown error is answered with 500. */
export class Problem extends Error {
  readonly status: number
  readonly details: ProblemDetails

  constructor(status: number, details: ProblemDetails) {
    super(details.msg)
    this.name = 'Problem'
    this.status = status
    this.details = details
  }
}

export const notAnObject = (what: string): FieldProblem => ({
  field: '',
  message: t('{what} should be an object with fields', { what }),
})

export const invalid = (errors: readonly FieldProblem[]): Problem =>
  new Problem(422, { msg: errors.map((error) => error.message).join('. '), errors })

export const notFound = (msg: string): Problem => new Problem(404, { msg })
export const gone = (msg: string): Problem => new Problem(410, { msg })
export const unauthenticated = (msg = t('Please log in to continue')): Problem => new Problem(401, { msg })
export const forbidden = (msg: string, extra: Record<string, unknown> = {}): Problem =>
  new Problem(403, { msg, extra })
export const badRequest = (msg: string): Problem => new Problem(400, { msg })

export const conflict = (
  msg: string,
  errors: readonly FieldProblem[] = [],
  extra: Record<string, unknown> = {},
): Problem => new Problem(409, { msg, errors, extra })

export const tooManyRequests = (msg: string, retryAfterSeconds: number): Problem =>
  new Problem(429, { msg, retryAfterSeconds })

export const serviceUnavailable = (msg: string, retryAfterSeconds = 2): Problem =>
  new Problem(503, { msg, retryAfterSeconds })
