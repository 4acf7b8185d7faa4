import type { FieldProblem } from '#domain/problem.ts'

type ProblemDocument = Readonly<Record<string, unknown>>

/** The server answered, and the answer is no. */
export class ApiProblem extends Error {
  readonly status: number
  /** The one sentence to show a person; empty when the answer held none. */
  readonly msg: string
  readonly errors: readonly FieldProblem[]
  /** All of the answer, such as the current record of a stale update. */
  readonly document: ProblemDocument

  constructor(status: number, document: ProblemDocument = {}) {
    const { msg } = document
    super(typeof msg === 'string' && msg ? msg : `The server answered ${status}. Try again in a moment`)
    this.name = 'ApiProblem'
    this.status = status
    this.msg = typeof msg === 'string' ? msg : ''
    this.errors = Array.isArray(document['errors']) ? document['errors'].filter(isFieldProblem) : []
    this.document = document
  }
}

/** No answer at all: no network, or nobody listening. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again', { cause })
    this.name = 'Unreachable'
  }
}

/** The server answered yes, with something that is not what was asked for. */
export class UnexpectedAnswer extends Error {
  constructor() {
    super('The answer of the server could not be read. Try again in a moment')
    this.name = 'UnexpectedAnswer'
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  if (typeof value !== 'object' || value === null) return false
  const { field, message } = value as Partial<FieldProblem>
  return typeof field === 'string' && typeof message === 'string'
}

/** The sentence for a person, whatever went wrong. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem && error.msg) return error.msg
  return error instanceof Error ? error.message : 'Something went wrong'
}

/** What is wrong, by the name of the field it is about. */
export function problemsByField(error: unknown): Record<string, string> {
  const errors = error instanceof ApiProblem ? error.errors : []
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}
