import { isObject } from '#domain/input.ts'
import { UnexpectedAnswer } from './api-problem.ts'
import { request } from './client.ts'

type ReadOptions = NonNullable<Parameters<typeof request>[2]>

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'list' : typeof value
}

/** A null in `blank` accepts any value. */
const fits = (value: unknown, blank: unknown): boolean =>
  kindOf(blank) === 'nothing' ? value !== undefined : kindOf(value) === kindOf(blank)

const isOptional = (value: unknown, blank: unknown): boolean =>
  value === undefined && kindOf(blank) === 'nothing'

function withBlanks(answer: unknown, blank: unknown): { value: unknown; isAsExpected: boolean } {
  if (!fits(answer, blank)) return { value: blank, isAsExpected: isOptional(answer, blank) }
  if (!isObject(blank) || !isObject(answer)) return { value: answer, isAsExpected: true }
  const members = Object.entries(blank).map(
    ([name, member]) => [name, withBlanks(answer[name], member)] as const,
  )
  return {
    value: {
      ...answer,
      ...Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    },
    isAsExpected: members.every(([, member]) => member.isAsExpected),
  }
}

/**
 * A response in the shape of `blank`: missing members, and members of another type, get the value of `blank`. The user
 * sees an empty list instead of a broken page, and the console names the response.
 */
export function coerceShape<T>(answer: unknown, blank: T, path: string): T {
  const { value, isAsExpected } = withBlanks(answer, blank)
  if (!isAsExpected) console.warn(`The response of ${path} does not have the expected shape`, answer)
  return value as T
}

/** Reads a list, or anything else that may be empty. */
export async function readOr<T>(path: string, blank: T, options: ReadOptions = {}): Promise<T> {
  return coerceShape(await request<unknown>('GET', path, options), blank, path)
}

export async function readItems<T>(path: string, options: ReadOptions = {}): Promise<T[]> {
  return (await readOr<{ items: T[] }>(path, { items: [] }, options)).items
}

/** A value of the same type: any text for a choice of texts, and an object that may lack members. */
type Blank<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? Partial<T>
      : T
type Blanks<T> = { [Name in keyof T]?: Blank<T[Name]> }

/** Reads the document a page shows; throws when a required member is missing. Optional members may be absent. */
export async function readDocument<T extends object>(
  path: string,
  required: Blanks<T>,
  options: ReadOptions = {},
  optional: Blanks<T> = {},
): Promise<T> {
  const answer = await request<unknown>('GET', path, options)
  const present = Object.entries(optional).filter(([name]) => name in Object(answer))
  if (!withBlanks(answer, { ...required, ...Object.fromEntries(present) }).isAsExpected) {
    console.warn(`The response of ${path} does not have the expected shape`, answer)
    throw new UnexpectedAnswer()
  }
  return answer as T
}
