import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { stateFileName } from '../store/emptied-folder.ts'
import { accessMark } from '../store/history-store.ts'
import type { Tx } from '../store/dialect.ts'
import { stampLater } from '../store/later.ts'
import { putSetting, readSetting } from '../store/settings.ts'

/** The setting that says which state of which database this is: `<lineage> <count>`. */
const settingName = 'state'

interface State {
  /** The same for a database and all its copies. */
  lineage: string
  /** Grows while the database is used, so that a copy has a lower one. */
  count: number
}

/** What is kept beside the database, and does not come back with a copy of it. */
interface KeptBeside extends State {
  /** The accounts that could log in at that time. */
  active: string[]
}

/**
 * An older copy of the database that was put in place brings back who was logged in that day: sessions, API tokens, links
 * and calendars that were ended since. They are all ended, and accounts that could not log in any more stay disabled. Only
 * for the embedded database: of PostgreSQL only its administrator knows that it was restored.
 */
export async function revokeAfterRestore(ctx: Context): Promise<void> {
  if (!ctx.store.dialect.isEmbedded) return
  const own = readState(await readSetting(ctx.store.read, settingName))
  const beside = readBeside(ctx)
  const isFirst = !own && !beside
  const isRestored =
    !isFirst && (!own || !beside || own.lineage !== beside.lineage || own.count < beside.count)
  if (isRestored) {
    const ended = await ctx.store.transaction((tx) => revokeAll(ctx, tx, beside?.active))
    ctx.log.warn(
      ended,
      'an older copy of the database was put in place: all sessions, API tokens, links and calendar feeds were ended; check the accounts',
    )
  }
  const count = Math.max(own?.count ?? 0, beside?.count ?? 0)
  await keepState(ctx, { lineage: own?.lineage ?? beside?.lineage ?? randomUUID(), count: count + 1 })
}

async function revokeAll(
  ctx: Context,
  tx: Tx,
  active: readonly string[] | undefined,
): Promise<{ sessions: number; tokens: number; disabled: number }> {
  const now = ctx.now().toISOString()
  const sessions = await tx.deleteFrom('session').executeTakeFirst()
  await tx.deleteFrom('one_time_link').execute()
  await tx.deleteFrom('calendar_feed').execute()
  const tokens = await tx
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  let disabled = 0
  const accounts = active
    ? await tx.selectFrom('account').select('id').where('status', '=', 'active').execute()
    : []
  const couldLogIn = new Set(active)
  for (const id of accounts.map((each) => String(each['id'])).filter((each) => !couldLogIn.has(each))) {
    await tx
      .updateTable('account')
      .set((is) => ({ status: 'disabled', updated_at: now, version: is('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    disabled++
  }
  stampLater(tx, accessMark)
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numUpdatedRows), disabled }
}

const noted = new WeakMap<object, number>()

/** Called now and then, and when the server stops; writes only where something was written since. */
export async function noteState(ctx: Context): Promise<void> {
  const { store } = ctx
  if (!store.dialect.isEmbedded || noted.get(store) === store.changeMark?.()) return
  const own = readState(await readSetting(store.read, settingName))
  if (own) await keepState(ctx, { ...own, count: own.count + 1 })
}

/** The database first: what stands beside it is never ahead, unless an older copy was put in place. */
async function keepState(ctx: Context, state: State): Promise<void> {
  const { store } = ctx
  await store.transaction((tx) => putSetting(tx, settingName, `${state.lineage} ${state.count}`, ctx.now()))
  const rows = await store.read.selectFrom('account').select('id').where('status', '=', 'active').execute()
  const kept: KeptBeside = { ...state, active: rows.map(({ id }) => String(id)) }
  const file = join(ctx.config.dataDir, stateFileName)
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  writeSync(descriptor, JSON.stringify(kept))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.new`, file)
  noted.set(store, store.changeMark?.() ?? 0)
}

function readState(text: string | undefined): State | undefined {
  const [lineage, count] = text?.split(' ') ?? []
  return lineage && count ? { lineage, count: Number(count) } : undefined
}

function readBeside(ctx: Context): KeptBeside | undefined {
  try {
    return JSON.parse(readFileSync(join(ctx.config.dataDir, stateFileName), 'utf8')) as KeptBeside
  } catch {
    return undefined
  }
}
