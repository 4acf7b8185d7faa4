import { sql } from 'kysely'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { Dialect, Row, Tx } from './dialect.ts'
import { inFewSizes } from './prepared.ts'
import { cellsOfLink, linksOf, selectLink, type Link } from './reference-plan.ts'
import { keyOfLink, type ReadTargets } from './references.ts'

const keysAtOnce = 500
/** Above this many, what is known is forgotten: a file of a million different places must not fill the memory. */
const mostKept = 50_000

/** What the records of one transaction refer to, read for many of them in one statement for each link. */
export interface KnownTargets {
  learn: (records: readonly Readonly<RecordValues>[]) => Promise<void>
  /** Whether there is such a target; also when the record does not say enough to look for it. */
  has: (link: Link, values: Readonly<RecordValues>, item: string) => boolean
  read: ReadTargets
}

export function knownTargets(tx: Tx, dialect: Dialect, entity: Entity): KnownTargets {
  const links = linksOf(entity)
  const width = Math.max(0, ...links.map(cellsOfLink))
  const known = links.map(() => new Map<string, Row[]>())
  const keyOf = rememberingKeys()
  const keysOf = (link: Link, values: Readonly<RecordValues>): string[] => {
    const value = values[link.main.name] ?? null
    if (value === null) return []
    if (!Array.isArray(value)) {
      const key = keyOf(link, values, value as string)
      return key === null ? [] : [key]
    }
    return (value as string[]).flatMap((item) => keyOf(link, values, item) ?? [])
  }
  return {
    learn: async (records) => {
      for (const [at, link] of links.entries()) {
        const found = known[at]!
        if (found.size > mostKept) found.clear()
        const wanted = new Set<string>()
        for (const values of records)
          for (const key of keysOf(link, values)) if (!found.has(key)) wanted.add(key)
        const keys = [...wanted]
        for (let from = 0; from < keys.length; from += keysAtOnce) {
          const some = keys.slice(from, from + keysAtOnce)
          for (const key of some) found.set(key, [])
          const query = selectLink(dialect, link, at, width, sql`in (${sql.join(inFewSizes(some))})`)
          for (const row of (await query.execute(tx)).rows) found.get(keyOfRow(link, row))?.push(row)
        }
      }
    },
    has: (link, values, item) => {
      const key = keyOf(link, values, item)
      return key === null || (known[links.indexOf(link)]!.get(key) ?? []).length > 0
    },
    read: async (_tx, _dialect, _entity, _links, values) => {
      const rows = new Map<number, Row[]>()
      for (const [at, link] of links.entries()) {
        const own = keysOf(link, values).flatMap((key) => known[at]!.get(key) ?? [])
        if (own.length > 0) rows.set(at, own)
      }
      return rows
    },
  }
}

/** The same few codes come again and again; folding each of them each time would cost more than all else. */
function rememberingKeys(): typeof keyOfLink {
  const kept = new Map<Link, Map<string, string | null>>()
  return (link, values, item) => {
    if (typeof item !== 'string' || Object.keys(link.parts).length > 1) return keyOfLink(link, values, item)
    const keys = kept.get(link) ?? new Map<string, string | null>()
    kept.set(link, keys)
    if (keys.size > mostKept) keys.clear()
    let key = keys.get(item)
    if (key === undefined) keys.set(item, (key = keyOfLink(link, values, item)))
    return key
  }
}

function keyOfRow(link: Link, row: Row): string {
  const { field } = link.main.reference
  const named = Object.fromEntries(Object.keys(link.parts).map((part, at) => [part, row[`v${at}`] as Value]))
  if (!link.findBy.folded) return String(named[field])
  return joinKey(link.target, link.findBy.column === 'natural_key' ? link.target.key : [field], named)
}
