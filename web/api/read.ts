import type { FirmClock } from '#domain/visits/plans.ts'
import { UnexpectedAnswer } from './api-problem.ts'
import { request } from './client.ts'

type ReadOptions = NonNullable<Parameters<typeof request>[2]>

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'list' : typeof value
}

/** Where nothing is a possible value, anything may stand in its place. */
const fits = (value: unknown, blank: unknown): boolean =>
  kindOf(blank) === 'nothing' ? value !== undefined : kindOf(value) === kindOf(blank)

const isOptional = (value: unknown, blank: unknown): boolean =>
  value === undefined && kindOf(blank) === 'nothing'

function withBlanks(answer: unknown, blank: unknown): { value: unknown; isAsExpected: boolean } {
  if (!fits(answer, blank)) return { value: blank, isAsExpected: isOptional(answer, blank) }
  if (kindOf(blank) !== 'object') return { value: answer, isAsExpected: true }
  const parts = Object.entries(blank as object).map(
    ([name, part]) => [name, withBlanks((answer as Record<string, unknown>)[name], part)] as const,
  )
  return {
    value: { ...(answer as object), ...Object.fromEntries(parts.map(([name, { value }]) => [name, value])) },
    isAsExpected: parts.every(([, part]) => part.isAsExpected),
  }
}

/**
 * An answer in the shape of `blank`: what is missing in it, or is something else, becomes what stands there. The person
 * sees an empty list instead of a broken page, and the console says which answer it was.
 */
export function inShape<T>(answer: unknown, blank: T, path: string): T {
  const { value, isAsExpected } = withBlanks(answer, blank)
  if (!isAsExpected) console.warn(`The answer of ${path} is not of the expected shape`, answer)
  return value as T
}

/** Reads a list, or anything else that may as well be empty. */
export async function readOr<T>(path: string, blank: T, options: ReadOptions = {}): Promise<T> {
  return inShape(await request<unknown>('GET', path, options), blank, path)
}

export async function readItems<T>(path: string, options: ReadOptions = {}): Promise<T[]> {
  return (await readOr<{ items: T[] }>(path, { items: [] }, options)).items
}

/** Reads what a page is about: without the needed parts there is nothing to show; the optional ones may be absent. */
export async function readDocument<T extends object>(
  path: string,
  needed: Partial<T>,
  options: ReadOptions = {},
  optional: Partial<T> = {},
): Promise<T> {
  const answer = await request<unknown>('GET', path, options)
  const present = Object.entries(optional).filter(([name]) => name in Object(answer))
  if (!withBlanks(answer, { ...needed, ...Object.fromEntries(present) }).isAsExpected) {
    console.warn(`The answer of ${path} is not of the expected shape`, answer)
    throw new UnexpectedAnswer()
  }
  return answer as T
}

/** Until the server says what the day of the firm is, that of the device has to do. */
export function deviceClock(): FirmClock {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { today: new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()), timeZone }
}
