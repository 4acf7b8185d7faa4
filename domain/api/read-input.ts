import type * as z from 'zod/mini'
import { isObject } from '../input.ts'
import { invalid, type FieldProblem } from '../problem.ts'
import type { Schema } from './endpoint.ts'
import { t } from '../messages/t.ts'
import { unknownKey } from './values.ts'

/** Parses an input, or reports all its problems in one error. */
export function readInput<S extends Schema>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input)
  // The schema library drops a member of this name where it accepts members of any name.
  if (result.success && isObject(input) && Object.hasOwn(input, '__proto__'))
    throw invalid([{ field: '__proto__', message: t('{key} is not supported here', { key: '__proto__' }) }])
  if (result.success) return result.data
  throw invalid(problemsOf(result.error.issues))
}

/** More would not help the reader, and a hostile body has thousands. */
const maxProblems = 100

/** Unknown members first: a misspelt name explains why another one is missing. */
function problemsOf(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: fieldOf([...issue.path, key]),
          message: issue.message.replace(unknownKey, () => key),
        }))
      : [],
  )
  const others = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map(({ path, message }) => ({ field: fieldOf(path), message }))
  // A rule of one value and a rule of the whole object may find the same problem.
  const different = new Map([...unknown, ...others].map((each) => [`${each.field}\n${each.message}`, each]))
  return [...different.values()].slice(0, maxProblems)
}

const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')
