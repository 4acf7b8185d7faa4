export interface FieldProblem {
  field: string
  message: string
}

interface ProblemDetails {
  /** The one sentence to show a person. */
  msg: string
  errors?: readonly FieldProblem[]
  /** Further members of the answer, such as the current record of a stale update. */
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
  /** How to prove who one is, where it is not by a token. */
  challenge?: string
}

const titles: Record<number, string> = {
  400: 'The request could not be read',
  401: 'Please log in',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Not offered here',
  409: 'In conflict with what is stored',
  413: 'Too large',
  415: 'Not a kind of content understood here',
  422: 'A field is wrong',
  429: 'Too many requests',
  503: 'Try again later',
}

export const titleOfStatus = (status: number): string => titles[status] ?? 'Something went wrong'

/** Anything that ends a request with an answer a person can act on. Whatever else is thrown is a fault of ours. */
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

export const problemOfShape = (what: string): FieldProblem => ({
  field: '',
  message: `${what} should be an object with fields`,
})

export const invalid = (errors: readonly FieldProblem[]): Problem =>
  new Problem(422, { msg: errors.map((error) => error.message).join('. '), errors })

export const notFound = (msg: string): Problem => new Problem(404, { msg })
export const notSignedIn = (msg = 'Please log in to go on'): Problem => new Problem(401, { msg })
export const forbidden = (msg: string, extra: Record<string, unknown> = {}): Problem =>
  new Problem(403, { msg, extra })
export const unreadable = (msg: string): Problem => new Problem(400, { msg })

export const conflict = (
  msg: string,
  errors: readonly FieldProblem[] = [],
  extra: Record<string, unknown> = {},
): Problem => new Problem(409, { msg, errors, extra })

export const slowDown = (msg: string, retryAfterSeconds: number): Problem =>
  new Problem(429, { msg, retryAfterSeconds })

export const tryLater = (msg: string, retryAfterSeconds = 2): Problem =>
  new Problem(503, { msg, retryAfterSeconds })
