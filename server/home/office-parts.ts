import type { Home, HomePart } from '#domain/api/home.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { codeAndTitle } from '#domain/catalogue/names/title-text.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { storedFindings } from '../data-quality/data-quality-service.ts'
import { imports } from '../imports/import-service.ts'
import { changesBy } from '../store/history/history-store.ts'
import { may, type ReadPart } from './parts.ts'

const maxRecent = 6
const maxImports = 5
/** The newest imports among which the unfinished ones are looked for. */
const importsRead = 30
const finished = ['done', 'failed', 'undone']

/** Field accounts record visits, and every visitor may send a message. */
const notOfOffice = ['workPlan', 'visit', 'contactMessage']

/** Whether the account enters masters. */
const entersRecords = (ctx: Context): boolean =>
  catalogue.some(
    ({ name }) => !notOfOffice.includes(name) && (may(ctx, 'create', name) || may(ctx, 'update', name)),
  )

export async function officeParts(
  ctx: Context,
  read: ReadPart,
): Promise<Pick<Home, 'recent' | 'imports' | 'findings'>> {
  return {
    recent: await read(entersRecords(ctx), () => recentRecords(ctx)),
    imports: await read(may(ctx, 'read', 'importJob'), () => openImports(ctx)),
    findings: await read(may(ctx, 'read', 'dataHealth'), () => storedFindings(ctx)),
  }
}

/** The records the account changed last, by rights and scope of today, each once; deleted ones are left out. */
async function recentRecords(ctx: Context): Promise<HomePart<'recent'>> {
  const { actor } = ctx
  if (actor.kind !== 'account') return { items: [], hasMore: false }
  const seen = new Set<string>()
  const items: HomePart<'recent'>['items'] = []
  for (const { entity: name, recordId, action, at } of await changesBy(ctx.store.read, actor.id)) {
    const entity = catalogue.find((each) => each.name === name)
    const key = `${name} ${recordId}`
    if (!entity || seen.has(key) || !may(ctx, 'read', name)) continue
    seen.add(key)
    const record = await dynamicGate(ctx, 'read', name).find(recordId)
    if (!record) continue
    if (items.length === maxRecent) return { items, hasMore: true }
    items.push({ entity: name, id: record.id, ...codeAndName(entity, record), action, at })
  }
  return { items, hasMore: false }
}

const codeAndName = (entity: Entity, record: StoredRecord): { code: string; name: string | null } => {
  const { code, title } = codeAndTitle(entity, record)
  return { code, name: title }
}

async function openImports(ctx: Context): Promise<HomePart<'imports'>> {
  const { items } = await imports(ctx, { limit: importsRead })
  const open = items.filter(({ state }) => !finished.includes(state))
  return {
    items: open.slice(0, maxImports).map(({ id, entity, name, state, step, rowCount, at }) => ({
      id,
      entity,
      name,
      state,
      step,
      rowCount,
      at,
    })),
    hasMore: open.length > maxImports,
  }
}
