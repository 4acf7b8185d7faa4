import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { titleOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { listPage } from './lists-api.ts'
import { onSessionChange } from '../api/session.ts'

/** Column → code → name. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const ttl = 60_000
const batchSize = 200

let cache = new Map<string, { at: number; title: string }>()
onSessionChange(() => {
  cache = new Map()
})

/** The names of the codes on a page. A failed lookup leaves the names out. */
export async function referenceNames(
  entity: Entity,
  columns: readonly string[],
  items: readonly StoredRecord[],
  signal: AbortSignal,
): Promise<Names> {
  const lookups = columns.map(async (column) => {
    const codes = [...new Set(items.map((item) => item[column]).filter((value) => typeof value === 'string'))]
    return [column, await lookUpNames(entity, column, codes, signal).catch(() => ({}))] as const
  })
  return Object.fromEntries(await Promise.all(lookups))
}

async function lookUpNames(
  entity: Entity,
  column: string,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const reference = entity.fields[column]?.reference
  if (!reference || reference.many || reference.pairedWith) return {}
  const target = entityNamed(reference.entity)
  const title = titleOf(target, reference.field)
  if (!title) return {}
  const keyOf = (code: string): string => `${target.name} ${code}`
  const isFresh = (code: string): boolean => Date.now() - (cache.get(keyOf(code))?.at ?? 0) < ttl
  const missing = codes.filter((code) => !isFresh(code)).slice(0, batchSize)
  if (missing.length > 0) {
    const query = new URLSearchParams([
      ...missing.map((code) => [reference.field, code]),
      ['limit', String(batchSize)],
    ])
    const { items } = await listPage(target, query, signal)
    const at = Date.now()
    for (const code of missing) {
      const titles = new Set(
        items.filter((item) => item[reference.field] === code).map((item) => item[title]),
      )
      // One code may belong to several records, like that of a branch in two companies.
      cache.set(keyOf(code), { at, title: titles.size === 1 ? String([...titles][0] ?? '') : '' })
    }
  }
  return Object.fromEntries(codes.map((code) => [code, cache.get(keyOf(code))?.title ?? '']))
}
