import { sql } from 'kysely'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { textAt, textsAt } from '#domain/catalogue/values.ts'
import type { Dialect, Row, Tx } from '../dialect.ts'
import { padToBucket } from '../query/prepared.ts'
import { cellsOfLink, linksOf, selectLink, type Link } from './reference-plan.ts'
import { codeCell, formerTargets, keyOfLink, keyOfRow, type ReadTargets } from './references.ts'

const batchSize = 500
/** Above this many, the cache is cleared: a file with a million different references must not fill the memory. */
const maxCached = 50_000

/** The targets that the records of one transaction refer to, read for many records with one statement per link. */
export interface TargetCache {
  learn: (records: readonly Readonly<RecordValues>[]) => Promise<void>
  /** Whether the target exists; also true if the record has too few values to look it up. */
  has: (link: Link, values: Readonly<RecordValues>, item: string) => boolean
  /** The code of now of a target that was found by its former code. */
  currentCode: (link: Link, values: Readonly<RecordValues>, item: string) => string | undefined
  read: ReadTargets
}

export function createTargetCache(tx: Tx, dialect: Dialect, entity: Entity): TargetCache {
  const links = linksOf(entity)
  const width = Math.max(0, ...links.map(cellsOfLink))
  const known = links.map(() => new Map<string, Row[]>())
  const byFormerKey = links.map(() => new Map<string, string>())
  const keyOf = cacheLinkKeys()
  const keysOf = (link: Link, values: Readonly<RecordValues>): string[] => {
    const value = values[link.main.name] ?? null
    if (typeof value !== 'string')
      return textsAt(values, link.main.name).flatMap((item) => keyOf(link, values, item) ?? [])
    const key = keyOf(link, values, value)
    return key === null ? [] : [key]
  }
  /** Targets whose code is a former one of another record. */
  const learnFormer = async (link: Link, at: number, keys: readonly string[]): Promise<void> => {
    const former = await formerTargets(tx, link, keys)
    if (former.size === 0) return
    const wanted = [...former.values()]
    const query = selectLink(dialect, link, at, width, sql`in (${sql.join(padToBucket(wanted))})`)
    const rows = (await query.execute(tx)).rows
    for (const [key, now] of former) {
      const own = rows.filter((row) => keyOfRow(link, row) === now)
      known[at]!.set(key, own)
      if (own[0]) byFormerKey[at]!.set(key, textAt(own[0], codeCell(link)))
    }
  }
  return {
    learn: async (records) => {
      for (const [at, link] of links.entries()) {
        const found = known[at]!
        if (found.size > maxCached) {
          found.clear()
          byFormerKey[at]!.clear()
        }
        const wanted = new Set<string>()
        for (const values of records)
          for (const key of keysOf(link, values)) if (!found.has(key)) wanted.add(key)
        const keys = [...wanted]
        for (let from = 0; from < keys.length; from += batchSize) {
          const batch = keys.slice(from, from + batchSize)
          for (const key of batch) found.set(key, [])
          const query = selectLink(dialect, link, at, width, sql`in (${sql.join(padToBucket(batch))})`)
          for (const row of (await query.execute(tx)).rows) found.get(keyOfRow(link, row))?.push(row)
          await learnFormer(
            link,
            at,
            batch.filter((key) => found.get(key)!.length === 0),
          )
        }
      }
    },
    has: (link, values, item) => {
      const key = keyOf(link, values, item)
      return key === null || (known[links.indexOf(link)]!.get(key) ?? []).length > 0
    },
    currentCode: (link, values, item) => {
      const key = keyOf(link, values, item)
      return key === null ? undefined : byFormerKey[links.indexOf(link)]!.get(key)
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

/** The same few codes repeat, and folding each of them every time would cost more than everything else. */
function cacheLinkKeys(): typeof keyOfLink {
  const cache = new Map<Link, Map<string, string | null>>()
  return (link, values, item) => {
    if (typeof item !== 'string' || Object.keys(link.parts).length > 1) return keyOfLink(link, values, item)
    const keys = cache.get(link) ?? new Map<string, string | null>()
    cache.set(link, keys)
    if (keys.size > maxCached) keys.clear()
    let key = keys.get(item)
    if (key === undefined) keys.set(item, (key = keyOfLink(link, values, item)))
    return key
  }
}
