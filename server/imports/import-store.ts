import type { ImportColumn, ImportReport, ImportSettings } from '#domain/api/imports/import-values.ts'
import type { ImportState, ImportStep } from '#domain/imports/import-job.ts'
import type { Db, Dialect, Tx } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import { sql } from 'kysely'
import type { Tables } from '../store/tables/tables.ts'

/** One sheet of a workbook, or a text file. */
export interface ParsedSheet {
  name: string | null
  rowCount: number
  columns: (Omit<ImportColumn, 'field'> & { proposed: string | null })[]
  remarks: string[]
  /** Where each sheet has its own master: that master (null: not imported), its settings and its last report. */
  entity?: string | null
  settings?: ImportSettings
  report?: ImportReport | null
}

export interface ParsedFile {
  encoding: string
  separator?: string
  sheets: ParsedSheet[]
  /** The index of the sheet to import; with `bySheet`, of the one that is shown. */
  sheet: number
  /** Each sheet is imported into its own master. */
  bySheet?: true
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
  file: ParsedFile
  settings: ImportSettings
  report: ImportReport | null
  /** The report of the last check or run, also after the settings changed. */
  lastReport: ImportReport | null
  failure: string | null
  batchId: string | null
  step: ImportStep | null
}

type NewerSettings = 'leaveEmpty' | 'keepCodes' | 'duplicates' | 'duplicateRows' | 'fixed'

type JobRow = Tables['import_job'] & { batch_state: Tables['batch']['state'] | null }

const toJob = (row: JobRow): Job => ({
  id: row.id,
  entity: row.entity,
  name: row.file_name,
  hash: row.file_hash,
  size: row.file_size,
  accountId: row.account_id,
  by: row.by_name,
  at: row.created_at,
  state: row.batch_state === 'undone' || row.batch_state === 'partly undone' ? 'undone' : row.state,
  stateAt: row.state_at,
  version: row.version,
  rowCount: row.row_count,
  done: row.done_count,
  file: JSON.parse(row.header) as ParsedFile,
  // Rows written by an earlier version lack newer settings.
  settings: {
    ...({
      leaveEmpty: true,
      keepCodes: false,
      duplicates: 'create',
      duplicateRows: {},
      fixed: {},
    } satisfies Partial<ImportSettings>),
    ...(JSON.parse(row.settings) as Omit<ImportSettings, NewerSettings>),
  },
  ...outcomeOf(row.report),
  batchId: row.batch_id,
  step: row.step,
})

type Outcome = Pick<Job, 'report' | 'lastReport' | 'failure'>
type StoredReport = Omit<ImportReport, 'isDryRun'> & { rehearsal: boolean }

interface StoredOutcome {
  report?: StoredReport | null
  lastReport?: StoredReport | null
  failure?: string | null
}

function outcomeOf(text: string | null): Outcome {
  const {
    report = null,
    failure = null,
    lastReport = report,
  } = (text === null ? {} : JSON.parse(text)) as StoredOutcome
  return { report: toReport(report), lastReport: toReport(lastReport), failure }
}

/** Reports are stored with `rehearsal`, the old name of `isDryRun`; those of earlier versions lack newer counts. */
function toReport(stored: StoredReport | null): ImportReport | null {
  if (!stored) return null
  const { rehearsal: isDryRun, ...report } = stored
  return Object.assign({ skipped: 0, duplicates: 0, notes: [] }, report, { isDryRun })
}

function toStored(report: ImportReport | null): StoredReport | null {
  if (!report) return null
  const { isDryRun, ...stored } = report
  return { ...stored, rehearsal: isDryRun }
}

const cellsOf = (job: Partial<Job>): Partial<Tables['import_job']> => {
  const cells: Partial<Tables['import_job']> = {}
  if (job.entity) cells.entity = job.entity
  if (job.state) cells.state = job.state
  if (job.stateAt) cells.state_at = job.stateAt
  if (job.version) cells.version = job.version
  if (job.rowCount !== undefined) cells.row_count = job.rowCount
  if (job.done !== undefined) cells.done_count = job.done
  if (job.file) cells.header = JSON.stringify(job.file)
  if (job.settings) cells.settings = JSON.stringify(job.settings)
  if (job.report !== undefined || job.failure !== undefined) {
    const { report = null, failure = null, lastReport = report } = job
    cells.report = JSON.stringify({ report: toStored(report), failure, lastReport: toStored(lastReport) })
  }
  if (job.step !== undefined) cells.step = job.step
  if (job.batchId !== undefined) cells.batch_id = job.batchId
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
      state: job.state,
      state_at: job.stateAt,
      version: job.version,
      row_count: job.rowCount,
      done_count: job.done,
      header: JSON.stringify(job.file),
      settings: JSON.stringify(job.settings),
      ...cellsOf(job),
    })
    .execute()

export const changeJob = (tx: Tx, id: string, change: Partial<Job>): Promise<unknown> =>
  tx.updateTable('import_job').set(cellsOf(change)).where('id', '=', id).execute()

/** An import is undone when its batch is, whichever way that happened. */
const jobs = (db: Db) =>
  db
    .selectFrom('import_job')
    .leftJoin('batch', 'batch.id', 'import_job.batch_id')
    .selectAll('import_job')
    .select('batch.state as batch_state')

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await jobs(db).where('import_job.id', '=', id).executeTakeFirst()
  return row && toJob(row)
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

/** The latest first; ids sort by time. */
export async function listJobs(
  db: Db,
  { entity, after, limit }: { entity?: string; after?: string; limit: number },
): Promise<Job[]> {
  let query = jobs(db).orderBy('import_job.id', 'desc').limit(limit)
  if (entity) query = query.where('import_job.entity', '=', entity)
  if (after) query = query.where('import_job.id', '<', after)
  return (await query.execute()).map(toJob)
}

export async function sameFileBefore(db: Db, job: Job): Promise<Job | undefined> {
  const row = await jobs(db)
    .where('import_job.file_hash', '=', job.hash)
    .where('import_job.entity', '=', job.entity)
    .where('import_job.id', '<', job.id)
    .orderBy('import_job.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toJob(row)
}

export const jobsInState = async (db: Db, states: readonly ImportState[]): Promise<Job[]> =>
  (await jobs(db).where('import_job.state', 'in', states).execute()).map(toJob)

export async function removeJob(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('import_part').where('job_id', '=', id).execute()
  await tx.deleteFrom('import_job').where('id', '=', id).execute()
}

/** False when a stop was requested. */
export async function saveProgress(tx: Tx, id: string, done: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_job')
    .set({ done_count: done, state_at: at })
    .where('id', '=', id)
    .where('done_count', '>=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A negative done_count means: stop. */
export const requestStop = (tx: Tx, id: string): Promise<unknown> =>
  tx.updateTable('import_job').set({ done_count: -1 }).where('id', '=', id).execute()

/** Records that these imports are still running; returns those with a stop request. */
export async function recordHeartbeats(
  store: Pick<Store, 'transaction'>,
  ids: readonly string[],
  at: string,
): Promise<string[]> {
  return store.transaction(async (tx) => {
    await tx.updateTable('import_job').set({ state_at: at }).where('id', 'in', ids).execute()
    const stopped = await tx
      .selectFrom('import_job')
      .select('id')
      .where('id', 'in', ids)
      .where('done_count', '<', 0)
      .execute()
    return stopped.map((row) => row.id)
  })
}
