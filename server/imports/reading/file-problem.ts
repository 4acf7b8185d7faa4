import { Problem } from '#domain/problem.ts'

/** The problem of a file that cannot be imported. */
export const fileProblem = (msg: string): Problem =>
  new Problem(422, { msg, errors: [{ field: 'file', message: msg }] })
