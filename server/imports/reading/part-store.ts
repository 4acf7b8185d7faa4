import type { LikelyDuplicate } from '#domain/api/imports/import-rows.ts'
import type { RowOutcome } from '#domain/imports/import-job.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Db, Tx } from '../../store/dialect.ts'

/** Rows are stored in parts of this size: large enough for few statements, small enough to load one quickly. */
export const rowsInPart = 500
/** The headings are row 1. */
const firstRow = 2
/** The part numbers of a sheet start at sheet × this. */
const partsInSheet = 1000

export interface RowResult {
  outcome: RowOutcome
  id?: string
  name?: string
  problems?: FieldProblem[]
  /** What was replaced: codes that records had before. */
  notes?: FieldProblem[]
  /** The existing record that the row probably duplicates. */
  duplicate?: LikelyDuplicate
}

export interface StoredPart {
  /** The number within its sheet, from 0. */
  part: number
  rows: string[][]
  /** Null for a row that was edited since. */
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
): Promise<StoredPart | undefined> {
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
    rows: parseJson(cells, isRows),
    results: resultsIn(results),
  }
}

/** The duplicates found by the last check, by row number. */
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
    const first = (part - sheet * partsInSheet) * rowsInPart + firstRow
    for (const [partRow, result] of (resultsIn(results) ?? []).entries())
      if (result?.duplicate) found.set(first + partRow, result.duplicate)
  }
  return found
}

const isRows = (input: unknown): input is string[][] => Array.isArray(input) && input.every(isTexts)

const resultsIn = (cell: string | null): (RowResult | null)[] | null =>
  cell === null ? null : (JSON.parse(cell) as (RowResult | null)[])

const partRow = (tx: Tx, jobId: string, sheet: number, part: number) =>
  tx
    .updateTable('import_part')
    .where('job_id', '=', jobId)
    .where('part', '=', sheet * partsInSheet + part)

export const saveResults = (
  tx: Tx,
  jobId: string,
  sheet: number,
  part: number,
  results: readonly (RowResult | null)[],
): Promise<unknown> =>
  partRow(tx, jobId, sheet, part)
    .set({ results: JSON.stringify(results) })
    .execute()

export const storeCells = (
  tx: Tx,
  jobId: string,
  sheet: number,
  part: number,
  rows: readonly string[][],
): Promise<unknown> =>
  partRow(tx, jobId, sheet, part)
    .set({ cells: JSON.stringify(rows) })
    .execute()

/** The results of a check are invalid once the rows or settings change. */
export const deleteResults = (tx: Tx, jobId: string): Promise<unknown> =>
  tx
    .updateTable('import_part')
    .set({ results: null })
    .where('job_id', '=', jobId)
    .where('results', 'is not', null)
    .execute()

export const removeParts = (tx: Tx, jobId: string): Promise<unknown> =>
  tx.deleteFrom('import_part').where('job_id', '=', jobId).execute()

const partsPerDelete = 20

/**
 * Deletes the rows of imports last used before a time, a few parts per transaction so that other writers do not wait for
 * all of it; false when none are left.
 */
export async function removeOldParts(tx: Tx, before: Date): Promise<boolean> {
  const old = await tx
    .selectFrom('import_part')
    .innerJoin('import_job', 'import_job.id', 'import_part.job_id')
    .select(['import_part.job_id as job_id', 'import_part.part as part'])
    .where('import_job.state_at', '<', before.toISOString())
    .where('import_job.state', 'not in', ['reading', 'rehearsing', 'running'])
    .limit(partsPerDelete)
    .execute()
  for (const [jobId, parts] of Map.groupBy(old, (row) => row.job_id))
    await tx
      .deleteFrom('import_part')
      .where('job_id', '=', jobId)
      .where(
        'part',
        'in',
        parts.map((row) => row.part),
      )
      .execute()
  return old.length > 0
}

/** Deletes rows of files that were never read to the end. Ids start with the time: recent ones may still be in progress. */
export const removeLooseParts = (tx: Tx, before: Date): Promise<unknown> => {
  const time = before.getTime().toString(16).padStart(12, '0')
  return tx
    .deleteFrom('import_part')
    .where('job_id', '<', `${time.slice(0, 8)}-${time.slice(8)}`)
    .where('job_id', 'not in', tx.selectFrom('import_job').select('id'))
    .execute()
}
