import type { BackupStatus } from '#domain/api/backup-status.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../store/dialect.ts'
import { readSetting } from '../store/settings.ts'
import { listBackups } from './backup-folder.ts'

/** The setting with the outcome of the last drill. */
export const drillSetting = 'backup drill'

export type StoredDrill = NonNullable<BackupStatus['drill']>

const isDrill = (input: unknown): input is StoredDrill =>
  isObject(input) &&
  typeof input['at'] === 'string' &&
  (input['problem'] === null || typeof input['problem'] === 'string')

export async function readDrill(db: Db): Promise<StoredDrill | null> {
  const stored = await readSetting(db, drillSetting)
  return stored === undefined ? null : parseJson(stored, isDrill)
}

const hour = 3_600_000
/** A drill runs every night; after two missed ones the newest proven backup is too old. */
const maxProvenAge = 49 * hour
/** The log is shipped every few seconds. */
const maxShippedAge = hour / 6

/** Null if this server makes no backups of its database. */
export async function backupStatus(
  ctx: Pick<Context, 'store' | 'config' | 'now'>,
): Promise<BackupStatus | null> {
  const { shipping, read } = ctx.store
  const { folder } = ctx.config.backups
  if (!shipping || folder === undefined) return null
  const { through, problem } = shipping.status()
  const drill = await readDrill(read)
  const backups = listBackups(folder)
  const provenAt = backups.findLast((each) => each.provenAt !== null)?.provenAt ?? null
  const newest = backups.at(-1)
  const facts = {
    through,
    provenAt,
    drill,
    backups: backups.length,
    isEncrypted: ctx.config.backups.key !== undefined,
    newest: newest?.manifest.createdAt ?? null,
  }
  return { ...facts, ...judge(ctx.now(), facts, problem) }
}

function judge(
  now: Date,
  { through, provenAt, drill, newest }: Pick<BackupStatus, 'through' | 'provenAt' | 'drill' | 'newest'>,
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
  if (provenAt === null) {
    // The first drill follows the first backup within a day.
    const isWaiting = newest === null || !isOlder(newest, maxProvenAge)
    return isWaiting ? { state: 'waiting', problem: null } : red('No backup was ever restored in a drill.')
  }
  return isOlder(provenAt, maxProvenAge)
    ? red(`The last successful restore drill was at ${provenAt}.`)
    : { state: 'green', problem: null }
}
