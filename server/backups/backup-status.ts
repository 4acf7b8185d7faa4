import { sql } from 'kysely'
import type { BackupStatus } from '#domain/api/backup-status.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../store/dialect.ts'
import { putSetting, readSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { completeBackups, lastProof } from './backup-folder.ts'
import type { DrillOutcome } from './drill/drill-messages.ts'

/** The setting with the outcome of the last drill. */
export const drillSetting = 'backup drill'
/** The time of the last successful drill of PostgreSQL; of the embedded database it is in the backup folder. */
export const provenSetting = 'backup proven'

export type StoredDrill = NonNullable<BackupStatus['drill']>

const isDrill = (input: unknown): input is StoredDrill =>
  isObject(input) &&
  typeof input['at'] === 'string' &&
  (input['problem'] === null || typeof input['problem'] === 'string')

export async function readDrill(db: Db): Promise<StoredDrill | null> {
  const stored = await readSetting(db, drillSetting)
  return stored === undefined ? null : parseJson(stored, isDrill)
}

export const toStoredDrill = ({ result, problem }: DrillOutcome, at: Date): StoredDrill => ({
  at: at.toISOString(),
  problem,
  rows: result?.rows ?? null,
  seconds: result?.seconds ?? null,
  restoredAt: result?.restoredAt ?? null,
})

/** Saves the outcome of a drill, for the home page and the metrics. */
export async function saveDrill(store: Store, drill: StoredDrill, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    await putSetting(tx, drillSetting, JSON.stringify(drill), now)
    if (drill.problem === null && !store.dialect.isEmbedded)
      await putSetting(tx, provenSetting, drill.at, now)
  })
}

const hour = 3_600_000
/** A drill runs every night; after two missed ones the newest proven backup is too old. */
const maxProvenAge = 49 * hour
/** The log is shipped every few seconds, and by PostgreSQL every minute. */
const maxShippedAge = hour / 6

type Ctx = Pick<Context, 'store' | 'config' | 'now'>
type Facts = Omit<BackupStatus, 'state' | 'problem'>

/** Null if no backups of the database are known. */
export async function backupStatus(ctx: Ctx): Promise<BackupStatus | null> {
  const { read, shipping, dialect } = ctx.store
  const drill = await readDrill(read)
  if (shipping) {
    const { problem, through, storage = null } = shipping.status()
    const facts = { through, drill, storage, ...copiesIn(ctx) }
    return { ...facts, ...judge(ctx.now(), facts, problem) }
  }
  // PostgreSQL is backed up by pgBackRest, of which the drill reports.
  if (dialect.isEmbedded || !drill) return null
  const facts = {
    through: await lastArchived(read),
    provenAt: (await readSetting(read, provenSetting)) ?? null,
    drill,
    backups: null,
    isEncrypted: null,
    newest: null,
    storage: null,
  }
  return { ...facts, ...judge(ctx.now(), facts, null) }
}

function copiesIn({
  config: { backups },
  now,
}: Ctx): Pick<Facts, 'backups' | 'isEncrypted' | 'newest' | 'provenAt'> {
  const copies = backups.folder === undefined ? [] : completeBackups(backups.folder)
  return {
    provenAt: lastProof(copies, now()),
    backups: copies.length,
    isEncrypted: backups.key !== undefined,
    newest: copies.at(-1)?.manifest.createdAt ?? null,
  }
}

/** When PostgreSQL has last handed its log to the archive. */
async function lastArchived(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    at: Date | null
  }>`select last_archived_time as at from pg_stat_archiver`.execute(db)
  return rows[0]?.at?.toISOString() ?? null
}

function judge(
  now: Date,
  { through, provenAt, drill, newest, storage }: Facts,
  problem: string | null,
): Pick<BackupStatus, 'state' | 'problem'> {
  const isOlder = (moment: string, age: number): boolean => now.getTime() - Date.parse(moment) > age
  const red = (sentence: string): Pick<BackupStatus, 'state' | 'problem'> => ({
    state: 'red',
    problem: sentence,
  })
  if (problem !== null) return red(problem)
  if (drill?.problem) return red(drill.problem)
  if (through !== null && isOlder(through, maxShippedAge))
    return red(`Nothing was backed up since ${through}.`)
  if (storage && storage.problem !== null) return red(storage.problem)
  if (storage && storage.through !== null && isOlder(storage.through, maxShippedAge))
    return red(`Nothing was copied to the storage since ${storage.through}: the connection may be too slow.`)
  if (provenAt === null) {
    // The first drill follows the first backup within a day.
    const isWaiting = newest === null || !isOlder(newest, maxProvenAge)
    return isWaiting ? { state: 'waiting', problem: null } : red('No backup was ever restored in a drill.')
  }
  return isOlder(provenAt, maxProvenAge)
    ? red(`The last successful restore drill was at ${provenAt}.`)
    : { state: 'green', problem: null }
}
