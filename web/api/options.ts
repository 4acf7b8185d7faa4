import type { Entity } from '#domain/catalogue/entity.ts'
import { readOr } from './read.ts'
import { onSessionChange } from './session.ts'

/** A value to choose, as the server offers it. */
export interface Option {
  value: string
  title: string | null
  /** One for each record that has the value: the levels above it and the fields asked for. */
  facts: readonly Readonly<Record<string, string | number | null>>[]
}

export interface Options {
  items: readonly Option[]
  more: boolean
}

export interface OptionQuery {
  entity: Entity
  of: string
  /** Fields of the target to be told of each value. */
  with: readonly string[]
  /** What the value must fit: `under.state`, or a field of the target. */
  constraints: Readonly<Record<string, string>>
  q?: string
}

/** The most a native list shows; with more, typing is quicker than scrolling. */
export const fewOptions = 20
const optionsAtOnce = 50

// Asked again and again while somebody types and corrects; a minute is shorter than it takes to enter a new master.
const keptFor = 60_000
const mostKept = 200
const kept = new Map<string, { at: number; answer: Promise<Options> }>()

export function fetchOptions(query: OptionQuery, limit = optionsAtOnce): Promise<Options> {
  const { entity, of, constraints, q = '' } = query
  const search = new URLSearchParams({ of, limit: String(limit), ...constraints, ...(q && { q }) })
  for (const field of query.with) search.append('with', field)
  const path = `/api/v1/options/${entity.path}?${search.toString()}`
  const known = kept.get(path)
  if (known && Date.now() - known.at < keptFor) return known.answer
  const answer = readOr<Options>(path, { items: [], more: false })
  if (kept.size >= mostKept) kept.clear()
  kept.set(path, { at: Date.now(), answer })
  // What failed is asked for again.
  answer.catch(() => kept.delete(path))
  return answer
}

/** To be called when records changed: what was offered may be out of date. */
export const forgetOptions = (): void => kept.clear()

// Another person may be offered other things.
onSessionChange(forgetOptions)
