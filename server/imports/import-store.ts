import type {
  ImportColumn,
  ImportReport,
  ImportSettings,
  ImportState,
  ImportStep,
} from '#domain/imports/import-job.ts'
import type { Db, Dialect, Row, Tx } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'
import { sql } from 'kysely'

/** One sheet of a file, or the file itself where it has none. */
export interface SheetRead {
  name: string | null
  rowCount: number
  columns: (Omit<ImportColumn, 'field'> & { proposed: string | null })[]
  remarks: string[]
}

/** What was found in the file. */
export interface FileRead {
  encoding: string
  separator?: string
  sheets: SheetRead[]
  /** Which of them is loaded. */
  sheet: number
}

export interface Job {
  id: string
  entity: string
  name: string
  hash: string
  size: number
  accountId: string | null
  by: string
  at: string
  state: ImportState
  stateAt: string
  version: number
  rowCount: number
  done: number
  file: FileRead
  settings: ImportSettings
  report: ImportReport | null
  /** What the last check or run said, also when something was changed since. */
  lastReport: ImportReport | null
  failure: string | null
  batchId: string | null
  step: ImportStep | null
}

type LaterSettings = 'leaveEmpty' | 'duplicates' | 'duplicateRows'

const toJob = (row: Row): Job => ({
  id: String(row['id']),
  entity: String(row['entity']),
  name: String(row['file_name']),
  hash: String(row['file_hash']),
  size: Number(row['file_size']),
  accountId: row['account_id'] as string | null,
  by: String(row['by_name']),
  at: String(row['created_at']),
  state: (row['batch_state'] === 'undone' || row['batch_state'] === 'partly undone'
    ? 'undone'
    : row['state']) as ImportState,
  stateAt: String(row['state_at']),
  version: Number(row['version']),
  rowCount: Number(row['row_count']),
  done: Number(row['done_count']),
  file: JSON.parse(String(row['header'])) as FileRead,
  // What was written by an earlier version lacks what came later.
  settings: {
    ...({ leaveEmpty: true, duplicates: 'create', duplicateRows: {} } satisfies Partial<ImportSettings>),
    ...(JSON.parse(String(row['settings'])) as Omit<ImportSettings, LaterSettings>),
  },
  ...outcomeOf(row['report'] as string | null),
  batchId: row['batch_id'] as string | null,
  step: row['step'] as ImportStep | null,
})

type Outcome = Pick<Job, 'report' | 'lastReport' | 'failure'>

function outcomeOf(text: string | null): Outcome {
  const {
    report = null,
    failure = null,
    lastReport = report,
  } = (text === null ? {} : JSON.parse(text)) as Partial<Outcome>
  return { report: complete(report), lastReport: complete(lastReport), failure }
}

const complete = (report: ImportReport | null): ImportReport | null =>
  report && Object.assign({ skipped: 0, duplicates: 0 }, report)

const cellsOf = (job: Partial<Job>): Row => {
  const cells: Row = {}
  if (job.state) cells['state'] = job.state
  if (job.stateAt) cells['state_at'] = job.stateAt
  if (job.version) cells['version'] = job.version
  if (job.rowCount !== undefined) cells['row_count'] = job.rowCount
  if (job.done !== undefined) cells['done_count'] = job.done
  if (job.file) cells['header'] = JSON.stringify(job.file)
  if (job.settings) cells['settings'] = JSON.stringify(job.settings)
  if (job.report !== undefined || job.failure !== undefined) {
    const { report = null, failure = null, lastReport = report } = job
    cells['report'] = JSON.stringify({ report, failure, lastReport })
  }
  if (job.step !== undefined) cells['step'] = job.step
  if (job.batchId !== undefined) cells['batch_id'] = job.batchId
  return cells
}

export const insertJob = (tx: Tx, job: Job): Promise<unknown> =>
  tx
    .insertInto('import_job')
    .values({
      id: job.id,
      entity: job.entity,
      file_name: job.name,
      file_hash: job.hash,
      file_size: job.size,
      account_id: job.accountId,
      by_name: job.by,
      created_at: job.at,
      report: null,
      batch_id: null,
      ...cellsOf(job),
    })
    .execute()

export const changeJob = (tx: Tx, id: string, change: Partial<Job>): Promise<unknown> =>
  tx.updateTable('import_job').set(cellsOf(change)).where('id', '=', id).execute()

/** An import whose batch was taken back is undone, whichever way that happened. */
const jobs = (db: Db) =>
  db
    .selectFrom('import_job')
    .leftJoin('batch', 'batch.id', 'import_job.batch_id')
    .selectAll('import_job')
    .select('batch.state as batch_state')

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await jobs(db).where('import_job.id', '=', id).executeTakeFirst()
  return row && toJob(row as Row)
}

export async function lockJob(tx: Tx, dialect: Dialect, id: string): Promise<Job | undefined> {
  await tx
    .selectFrom('import_job')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(sql.raw(dialect.updateLock))
    .execute()
  return findJob(tx, id)
}

/** The latest first; ids are made in the order of time. */
export async function listJobs(
  db: Db,
  { entity, after, limit }: { entity?: string; after?: string; limit: number },
): Promise<Job[]> {
  let query = jobs(db).orderBy('import_job.id', 'desc').limit(limit)
  if (entity) query = query.where('import_job.entity', '=', entity)
  if (after) query = query.where('import_job.id', '<', after)
  return (await query.execute()).map((row) => toJob(row as Row))
}

export async function sameFileBefore(db: Db, job: Job): Promise<Job | undefined> {
  const row = await jobs(db)
    .where('import_job.file_hash', '=', job.hash)
    .where('import_job.entity', '=', job.entity)
    .where('import_job.id', '<', job.id)
    .orderBy('import_job.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toJob(row as Row)
}

export const jobsInState = async (db: Db, states: readonly ImportState[]): Promise<Job[]> =>
  (await jobs(db).where('import_job.state', 'in', states).execute()).map((row) => toJob(row as Row))

export async function removeJob(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('import_part').where('job_id', '=', id).execute()
  await tx.deleteFrom('import_job').where('id', '=', id).execute()
}

/** False when whoever watches it asked it to stop. */
export async function noteProgress(tx: Tx, id: string, done: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_job')
    .set({ done_count: done, state_at: at })
    .where('id', '=', id)
    .where('done_count', '>=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A number of done rows below zero: stop. */
export const askToStop = (tx: Tx, id: string): Promise<unknown> =>
  tx.updateTable('import_job').set({ done_count: -1 }).where('id', '=', id).execute()

/** Writes down that these are alive; those that somebody asked to stop. */
export async function aliveAndAsked(
  store: Pick<Store, 'transaction'>,
  ids: readonly string[],
  at: string,
): Promise<string[]> {
  return store.transaction(async (tx) => {
    await tx.updateTable('import_job').set({ state_at: at }).where('id', 'in', ids).execute()
    const asked = await tx
      .selectFrom('import_job')
      .select('id')
      .where('id', 'in', ids)
      .where('done_count', '<', 0)
      .execute()
    return asked.map((row) => String(row['id']))
  })
}
