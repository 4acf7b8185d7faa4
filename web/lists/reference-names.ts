import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { titleOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { listPage } from '../api/lists.ts'
import { onSessionChange } from '../api/session.ts'

/** Column → code → what it is called. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const keptFor = 60_000
const mostAtOnce = 200

let kept = new Map<string, { at: number; title: string }>()
onSessionChange(() => {
  kept = new Map()
})

/** The words behind the codes on a page, so that nobody has to know codes by heart. Without them it is a list as well. */
export async function namesBehind(
  entity: Entity,
  columns: readonly string[],
  items: readonly StoredRecord[],
  signal: AbortSignal,
): Promise<Names> {
  const found = columns.map(async (column) => {
    const codes = [...new Set(items.map((item) => item[column]).filter((value) => typeof value === 'string'))]
    return [column, await namesIn(entity, column, codes, signal).catch(() => ({}))] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

async function namesIn(
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
  const isFresh = (code: string): boolean => Date.now() - (kept.get(keyOf(code))?.at ?? 0) < keptFor
  const asked = codes.filter((code) => !isFresh(code)).slice(0, mostAtOnce)
  if (asked.length > 0) {
    const query = new URLSearchParams([
      ...asked.map((code) => [reference.field, code]),
      ['limit', String(mostAtOnce)],
    ])
    const { items } = await listPage(target, query, signal)
    const at = Date.now()
    for (const code of asked) {
      const titles = new Set(
        items.filter((item) => item[reference.field] === code).map((item) => item[title]),
      )
      // One code may stand for several records, as that of a branch does in two companies.
      kept.set(keyOf(code), { at, title: titles.size === 1 ? String([...titles][0] ?? '') : '' })
    }
  }
  return Object.fromEntries(codes.map((code) => [code, kept.get(keyOf(code))?.title ?? '']))
}
