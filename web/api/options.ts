import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { currentLocale } from '#domain/messages/t.ts'
import { readOr } from './read.ts'
import { onSessionChange } from './session.ts'

/** A value to choose, as the server offers it. */
export interface Option {
  value: string
  title: string | null
  /** One for each record with this value: its parent levels and the requested fields. */
  facts: readonly Readonly<Record<string, string | number | null>>[]
}

export interface Options {
  items: readonly Option[]
  more: boolean
}

export interface OptionQuery {
  entity: EntityLabels
  of: string
  /** Fields of the target to return with each value. */
  with: readonly string[]
  /** Filters on the values: `under.state`, or a field of the target. */
  constraints: Readonly<Record<string, string>>
  q?: string
}

/** The maximum for a native select; with more options a combobox is used. */
export const maxSelectOptions = 20
const pageSize = 50

// The same options are requested many times while typing; a minute is shorter than entering a new master takes.
const ttl = 60_000
const maxCached = 200
const cache = new Map<string, { at: number; answer: Promise<Options> }>()

export function fetchOptions(query: OptionQuery, limit = pageSize): Promise<Options> {
  const { entity, of, constraints, q = '' } = query
  const search = new URLSearchParams({ of, limit: String(limit), ...constraints, ...(q && { q }) })
  for (const field of query.with) search.append('with', field)
  const path = `/api/v1/options/${entity.path}?${search.toString()}`
  const key = `${currentLocale()} ${path}`
  const cached = cache.get(key)
  if (cached && Date.now() - cached.at < ttl) return cached.answer
  const answer = readOr<Options>(path, { items: [], more: false })
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, { at: Date.now(), answer })
  // A failed request is not cached.
  answer.catch(() => cache.delete(key))
  return answer
}

/** The option with this value, in any spelling, whatever the other fields hold. */
export async function findOption(query: OptionQuery, value: string): Promise<Option | undefined> {
  const { items } = await fetchOptions({ ...query, constraints: {}, q: value }, 5)
  return items.find((each) => each.value.toLowerCase() === value.toLowerCase())
}

/** Code → name; codes without a name, and those that the account may not read, are left out. */
export async function namesOfCodes(
  query: OptionQuery,
  codes: readonly string[],
): Promise<Record<string, string>> {
  const nameOf = async (code: string): Promise<[string, string][]> => {
    const option = await findOption(query, code).catch(() => undefined)
    return option?.title ? [[code, option.title]] : []
  }
  return Object.fromEntries((await Promise.all(codes.map(nameOf))).flat())
}

/** Must be called after records changed. */
export const clearOptionsCache = (): void => cache.clear()

// Another account may see other options.
onSessionChange(clearOptionsCache)
