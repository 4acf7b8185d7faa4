import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { stateFileName } from '../store/files/emptied-folder.ts'
import { changeLogMark } from '../store/changes/change-log.ts'
import { accessMark } from '../store/history/history-store.ts'
import type { Tx } from '../store/dialect.ts'
import { deferStamp } from '../store/deferred-writes.ts'
import { putSetting, readSetting } from '../store/settings.ts'

/** The setting with the state of this database: `<lineage> <count>`. */
export const stateSetting = 'state'

interface State {
  /** Shared by a database and all its copies. */
  lineage: string
  /** Increases while the database is used, so that an older copy has a lower one. */
  count: number
}

/** The state file beside the database, which is not restored with a copy. */
interface StateFile extends State {
  /** The accounts that were active at that time. */
  active: string[]
}

/**
 * A restored older copy of the database contains sessions, API tokens, keys of phones, links and calendar feeds that were ended since.
 * They are all revoked, and accounts that were no longer active stay disabled. Only for SQLite: a restore of PostgreSQL
 * cannot be detected.
 */
export async function revokeAfterRestore(ctx: Context): Promise<void> {
  if (!ctx.store.dialect.isEmbedded) return
  const currentState = readState(await readSetting(ctx.store.read, stateSetting))
  const savedState = readStateFile(ctx)
  const isFirst = !currentState && !savedState
  const isRestored =
    !isFirst &&
    (!currentState ||
      !savedState ||
      currentState.lineage !== savedState.lineage ||
      currentState.count < savedState.count)
  if (isRestored) {
    const ended = await ctx.store.transaction((tx) => revokeAll(ctx, tx, savedState?.active))
    ctx.log.warn(
      ended,
      'an older copy of the database was restored: all sessions, API tokens, keys of phones, links and calendar feeds were revoked; check the accounts',
    )
  }
  const count = Math.max(currentState?.count ?? 0, savedState?.count ?? 0)
  await writeState(ctx, {
    lineage: currentState?.lineage ?? savedState?.lineage ?? randomUUID(),
    count: count + 1,
  })
}

async function revokeAll(
  ctx: Context,
  tx: Tx,
  active: readonly string[] | undefined,
): Promise<{ sessions: number; tokens: number; disabled: number }> {
  const now = ctx.now().toISOString()
  const sessions = await tx.deleteFrom('session').executeTakeFirst()
  await tx.deleteFrom('one_time_link').execute()
  await tx.deleteFrom('sign_on_request').execute()
  await tx.deleteFrom('calendar_feed').execute()
  await tx.updateTable('field_device').set({ key_hash: null }).execute()
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
  for (const id of accounts.map((each) => each.id).filter((each) => !couldLogIn.has(each))) {
    await tx
      .updateTable('account')
      .set((is) => ({ status: 'disabled', updated_at: now, version: is('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    disabled++
  }
  deferStamp(tx, accessMark)
  deferStamp(tx, changeLogMark)
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numUpdatedRows), disabled }
}

const savedMarks = new WeakMap<object, number>()

/** Called periodically and when the server stops; writes only if the database has changed since. */
export async function saveState(ctx: Context): Promise<void> {
  const { store } = ctx
  if (!store.dialect.isEmbedded || savedMarks.get(store) === store.changeMark?.()) return
  const currentState = readState(await readSetting(store.read, stateSetting))
  if (currentState) await writeState(ctx, { ...currentState, count: currentState.count + 1 })
}

/** Writes the database first, so that the state file is never ahead unless an older copy was restored. */
async function writeState(ctx: Context, state: State): Promise<void> {
  const { store } = ctx
  await store.transaction((tx) => putSetting(tx, stateSetting, `${state.lineage} ${state.count}`, ctx.now()))
  const rows = await store.read.selectFrom('account').select('id').where('status', '=', 'active').execute()
  const stateFile: StateFile = { ...state, active: rows.map(({ id }) => String(id)) }
  const file = join(ctx.config.dataDir, stateFileName)
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  writeSync(descriptor, JSON.stringify(stateFile))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.new`, file)
  savedMarks.set(store, store.changeMark?.() ?? 0)
}

function readState(text: string | undefined): State | undefined {
  const [lineage, count] = text?.split(' ') ?? []
  return lineage && count ? { lineage, count: Number(count) } : undefined
}

const isStateFile = (input: unknown): input is StateFile =>
  isObject(input) &&
  typeof input['lineage'] === 'string' &&
  typeof input['count'] === 'number' &&
  isTexts(input['active'])

function readStateFile(ctx: Context): StateFile | undefined {
  try {
    return parseJson(readFileSync(join(ctx.config.dataDir, stateFileName), 'utf8'), isStateFile)
  } catch {
    return undefined
  }
}
