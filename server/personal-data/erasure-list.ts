import type { PersonEntity } from '#domain/api/personal-data.ts'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '#domain/input.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { erasureAction } from '../store/history/erased-entries.ts'
import { erase } from './erase.ts'
import { findPerson } from './find-person.ts'
import { personEntities } from './person.ts'

/** Beside the database and beside the backups, neither of which is restored with a copy. It has ids only. */
const listName = 'erasures.jsonl'

interface ListedErasure {
  /** Of the audit event. */
  id: string
  entity: PersonEntity
  record: string
  at: string
}

const foldersOf = ({ config }: Pick<Context, 'config'>): string[] => [
  config.dataDir,
  ...(config.backups.folder === undefined ? [] : [config.backups.folder]),
]

/** Notes an erasure, so that it is made again when an older backup is restored. */
export function listErasure(ctx: Context, erasure: ListedErasure): void {
  for (const folder of foldersOf(ctx))
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const options = { mode: 0o600, flush: true }
      appendFileSync(join(folder, listName), `${JSON.stringify(erasure)}\n`, options)
    } catch (error) {
      ctx.log.error(
        { err: error, folder },
        'the list of erasures could not be written; it is repeated at the next start',
      )
    }
}

function readList(folder: string): ListedErasure[] {
  const file = join(folder, listName)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      // A line that was cut by a kill is written again from the audit; `customer` is how the first version named the record.
      if (!line.endsWith('}')) return []
      const { id, customer, entity = 'customer', record = customer, at } = toObject(line)
      return typeof id === 'string' &&
        isPersonEntity(entity) &&
        typeof record === 'string' &&
        typeof at === 'string'
        ? [{ id, entity, record, at }]
        : []
    })
}

const isPersonEntity = (name: unknown): name is PersonEntity => personEntities.some((each) => each === name)

function toObject(line: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(line)
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/**
 * At the start: erasures of the list that the database does not know are made again, because it was restored from a backup of before
 * them; those that are only in the database are added to the list.
 */
export async function repeatErasures(ctx: Context): Promise<number> {
  const events = await ctx.store.read
    .selectFrom('audit_event')
    .select(['id', 'entity', 'record_id', 'at'])
    .where('action', '=', erasureAction)
    .execute()
  const made = events.flatMap(({ id, entity, record_id: record, at }) =>
    isPersonEntity(entity) && record !== null ? [{ id, entity, record, at }] : [],
  )
  const lists = foldersOf(ctx).map((folder) => readList(folder))
  const listed = new Map(lists.flat().map((each) => [each.id, each]))
  for (const erasure of made)
    if (lists.some((list) => list.every(({ id }) => id !== erasure.id))) listErasure(ctx, erasure)
  let repeated = 0
  for (const { entity, record, at } of listed.values()) {
    if (made.some((each) => each.record === record && each.at >= at)) continue
    const id = await repeatErasure(ctx, entity, record)
    if (id === undefined) continue
    const again = { id, entity, record, at: ctx.now().toISOString() }
    made.push(again)
    listErasure(ctx, again)
    repeated++
  }
  if (repeated > 0) ctx.log.warn({ repeated }, 'an older backup was restored: personal data was erased again')
  return repeated
}

async function repeatErasure(
  ctx: Context,
  entity: PersonEntity,
  record: string,
): Promise<string | undefined> {
  try {
    return await ctx.store.transaction(async (tx) => {
      const person = await findPerson(tx, ctx.store.dialect, entity, record)
      return person && erase(ctx, tx, person, 'erased after the restored backup was made')
    })
  } catch (error) {
    // Of the last administrator, in a backup of when there was no other one: it is tried again at the next start.
    if (!(error instanceof Problem)) throw error
    ctx.log.error({ err: error, record }, 'personal data that was erased is in the restored backup again')
    return undefined
  }
}
