import type { LikelyDuplicate, RowOutcome } from '#domain/imports/import-job.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** Rows of a file are kept in parts of so many: enough for few statements, little enough to be at hand. */
export const rowsInPart = 500
/** The headings are the first row of a file. */
const firstRow = 2
/** Each sheet of a file has numbers of its own. */
const partsInSheet = 1000

export interface RowResult {
  outcome: RowOutcome
  id?: string
  name?: string
  problems?: FieldProblem[]
  /** The record that the row seems to repeat. */
  duplicate?: LikelyDuplicate
}

export interface Part {
  /** Within its sheet, from 0. */
  part: number
  rows: string[][]
  /** A row that was mended since has none. */
  results: (RowResult | null)[] | null
}

export const insertPart = (
  tx: Tx,
  jobId: string,
  sheet: number,
  part: number,
  rows: string[][],
): Promise<unknown> =>
  tx
    .insertInto('import_part')
    .values({ job_id: jobId, part: sheet * partsInSheet + part, cells: JSON.stringify(rows), results: null })
    .execute()

export async function readPart(
  db: Db,
  jobId: string,
  sheet: number,
  part: number,
): Promise<Part | undefined> {
  const row = await db
    .selectFrom('import_part')
    .select(['cells', 'results'])
    .where('job_id', '=', jobId)
    .where('part', '=', sheet * partsInSheet + part)
    .executeTakeFirst()
  if (!row) return undefined
  const { cells, results } = row
  return {
    part,
    rows: JSON.parse(String(cells)) as string[][],
    results: results === null ? null : (JSON.parse(String(results)) as (RowResult | null)[]),
  }
}

/** By the rows of a sheet, the records that they seem to repeat, as the last check found them. */
export async function checkedDuplicates(
  db: Db,
  jobId: string,
  sheet: number,
): Promise<Map<number, LikelyDuplicate>> {
  const found = new Map<number, LikelyDuplicate>()
  const parts = await db
    .selectFrom('import_part')
    .select(['part', 'results'])
    .where('job_id', '=', jobId)
    .where('part', '>=', sheet * partsInSheet)
    .where('part', '<', (sheet + 1) * partsInSheet)
    .where('results', 'like', '%"duplicate"%')
    .execute()
  for (const { part, results } of parts) {
    const first = (Number(part) - sheet * partsInSheet) * rowsInPart + firstRow
    for (const [at, result] of (JSON.parse(String(results)) as (RowResult | null)[]).entries())
      if (result?.duplicate) found.set(first + at, result.duplicate)
  }
  return found
}

const at = (tx: Tx, jobId: string, sheet: number, part: number) =>
  tx
    .updateTable('import_part')
    .where('job_id', '=', jobId)
    .where('part', '=', sheet * partsInSheet + part)

export const keepResults = (
  tx: Tx,
  jobId: string,
  sheet: number,
  part: number,
  results: readonly (RowResult | null)[],
): Promise<unknown> =>
  at(tx, jobId, sheet, part)
    .set({ results: JSON.stringify(results) })
    .execute()

export const keepCells = (
  tx: Tx,
  jobId: string,
  sheet: number,
  part: number,
  rows: readonly string[][],
): Promise<unknown> =>
  at(tx, jobId, sheet, part)
    .set({ cells: JSON.stringify(rows) })
    .execute()

/** What was found of rows as they were says nothing of rows as they are. */
export const forgetResults = (tx: Tx, jobId: string): Promise<unknown> =>
  tx
    .updateTable('import_part')
    .set({ results: null })
    .where('job_id', '=', jobId)
    .where('results', 'is not', null)
    .execute()

export const removeParts = (tx: Tx, jobId: string): Promise<unknown> =>
  tx.deleteFrom('import_part').where('job_id', '=', jobId).execute()

const partsRemovedAtOnce = 20

/**
 * Removes rows of imports that were last worked on before a day, a few parts at a time, so that whoever saves meanwhile does not
 * wait for all of it; false when there are none left.
 */
export async function removeOldParts(tx: Tx, before: Date): Promise<boolean> {
  const old = await tx
    .selectFrom('import_part')
    .innerJoin('import_job', 'import_job.id', 'import_part.job_id')
    .select(['import_part.job_id as job_id', 'import_part.part as part'])
    .where('import_job.state_at', '<', before.toISOString())
    .where('import_job.state', 'not in', ['reading', 'rehearsing', 'running'])
    .limit(partsRemovedAtOnce)
    .execute()
  for (const [jobId, parts] of Map.groupBy(old, (row) => String(row['job_id'])))
    await tx
      .deleteFrom('import_part')
      .where('job_id', '=', jobId)
      .where(
        'part',
        'in',
        parts.map((row) => Number(row['part'])),
      )
      .execute()
  return old.length > 0
}

/** Rows of files that were never read to their end. Ids begin with the time: what is young may still be on its way. */
export const removeLooseParts = (tx: Tx, before: Date): Promise<unknown> => {
  const time = before.getTime().toString(16).padStart(12, '0')
  return tx
    .deleteFrom('import_part')
    .where('job_id', '<', `${time.slice(0, 8)}-${time.slice(8)}`)
    .where('job_id', 'not in', tx.selectFrom('import_job').select('id'))
    .execute()
}
