import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '#domain/input.ts'
import type { Context } from '../core/context.ts'
import { erasureAction } from '../store/history/erased-entries.ts'
import { erase } from './erase.ts'
import { findPerson } from './person.ts'

/** Beside the database and beside the backups, neither of which is restored with a copy. It has ids only. */
const listName = 'erasures.jsonl'

interface ListedErasure {
  /** Of the audit event. */
  id: string
  customer: string
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
      // A line that was cut by a kill is written again from the audit.
      if (!line.endsWith('}')) return []
      const { id, customer, at }: Record<string, unknown> = toObject(line)
      return typeof id === 'string' && typeof customer === 'string' && typeof at === 'string'
        ? [{ id, customer, at }]
        : []
    })
}

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
  const rows = await ctx.store.read
    .selectFrom('audit_event')
    .select(['id', 'record_id', 'at'])
    .where('action', '=', erasureAction)
    .execute()
  const isMade = (customer: string, at: string): boolean =>
    rows.some((row) => row.record_id === customer && row.at >= at)
  const lists = foldersOf(ctx).map((folder) => readList(folder))
  const listed = new Map(lists.flat().map((each) => [each.id, each]))
  for (const { id, record_id: customer, at } of rows)
    if (customer !== null && lists.some((list) => list.every((each) => each.id !== id)))
      listErasure(ctx, { id, customer, at })
  let repeated = 0
  for (const { customer, at } of listed.values()) {
    if (isMade(customer, at)) continue
    const done = await ctx.store.transaction(async (tx) => {
      const person = await findPerson(tx, ctx.store.dialect, customer)
      return person && erase(ctx, tx, person, 'erased after the restored backup was made')
    })
    if (done === undefined) continue
    const now = ctx.now().toISOString()
    rows.push({ id: done, record_id: customer, at: now })
    listErasure(ctx, { id: done, customer, at: now })
    repeated++
  }
  if (repeated > 0) ctx.log.warn({ repeated }, 'an older backup was restored: personal data was erased again')
  return repeated
}
