import type { FieldProblem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

/** The body of an answer with an error status. Its members are not checked: a proxy may have written it. */
export interface ProblemDocument {
  readonly msg?: unknown
  /** What the app does about the problem, besides showing it (domain/access/required-factor.ts). */
  readonly code?: unknown
  readonly errors?: unknown
  /** The answer of the first attempt with the same idempotency key. */
  readonly first?: unknown
  /** The record, account or import as it is now, after a stale update. */
  readonly current?: unknown
  /** The record that already has the code. */
  readonly existing?: unknown
  /** The records that prevent a deletion. */
  readonly usedBy?: unknown
  /** The next day on which visits can be planned; null when there is none. */
  readonly nextWorkingDay?: unknown
  /** Why an event was refused: `recorded` or `changed` by another user. */
  readonly conflict?: unknown
  /** The action that is not permitted, and on what. */
  readonly action?: unknown
  readonly subject?: unknown
}

/** The server answered with an error status. */
export class ApiProblem extends Error {
  readonly status: number
  /** The message to show to the user; empty when the response has none. */
  readonly msg: string
  readonly errors: readonly FieldProblem[]
  /** The whole response body, such as the current record after a stale update. */
  readonly document: ProblemDocument

  constructor(status: number, document: ProblemDocument = {}) {
    const { msg } = document
    super(
      typeof msg === 'string' && msg
        ? msg
        : t('The server answered {status}. Try again in a moment', { status }),
    )
    this.name = 'ApiProblem'
    this.status = status
    this.msg = typeof msg === 'string' ? msg : ''
    this.errors = Array.isArray(document.errors) ? document.errors.filter(isFieldProblem) : []
    this.document = document
  }
}

/** No response: no network, or no server. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(t('The server cannot be reached. Check the connection and try again'), { cause })
    this.name = 'Unreachable'
  }
}

/** The response is successful, but its body does not have the expected shape. */
export class UnexpectedAnswer extends Error {
  constructor() {
    super(t('Could not read the response of the server. Try again in a moment'))
    this.name = 'UnexpectedAnswer'
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  if (typeof value !== 'object' || value === null) return false
  const { field, message }: { [Name in keyof FieldProblem]?: unknown } = value
  return typeof field === 'string' && typeof message === 'string'
}

/** The message to show to the user for any error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem && error.msg) return error.msg
  return error instanceof Error ? error.message : t('Something went wrong')
}

/** Messages by field name. */
export function problemsByField<Name extends string>(error: unknown): Partial<Record<Name, string>>
export function problemsByField(error: unknown): Partial<Record<string, string>> {
  const errors = error instanceof ApiProblem ? error.errors : []
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}
