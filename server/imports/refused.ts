import { Problem } from '#domain/problem.ts'

/** A file that cannot be taken, and why. */
export const refused = (msg: string): Problem =>
  new Problem(422, { msg, errors: [{ field: 'file', message: msg }] })
