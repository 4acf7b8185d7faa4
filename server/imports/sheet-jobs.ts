import type { ImportReport, ImportSettings } from '#domain/api/imports/import-values.ts'
import { loadDepth } from '#domain/imports/detect-master.ts'
import type { Job, ParsedSheet } from './import-store.ts'

/** The import of one sheet of a workbook, as a job of its own. */
function sheetJob(job: Job, sheet: number, { entity, settings, rowCount, columns }: ParsedSheet): Job {
  return {
    ...job,
    entity: entity ?? job.entity,
    settings: settings ?? { ...job.settings, ...(job.file.bySheet && { columns: columns.map(() => null) }) },
    rowCount,
    file: { ...job.file, sheet },
  }
}

/** The sheets to import, in the order of their references: countries before zones. One job if it has one master. */
export function sheetJobs(job: Job): Job[] {
  if (!job.file.bySheet) return [job]
  return job.file.sheets
    .flatMap((sheet, at) => (sheet.entity && sheet.rowCount > 0 ? [sheetJob(job, at, sheet)] : []))
    .toSorted((one, other) => loadDepth(one.entity) - loadDepth(other.entity))
}

/** The masters that an import may change. */
export const entitiesOf = (job: Job): string[] =>
  job.file.bySheet ? [...new Set([job.entity, ...sheetJobs(job).map(({ entity }) => entity)])] : [job.entity]

export const rowsToLoad = (job: Job): number =>
  sheetJobs(job).reduce((sum, { rowCount }) => sum + rowCount, 0)

/** The job with another sheet shown. */
export const showSheet = (job: Job, sheet: number): Job => sheetJob(job, sheet, job.file.sheets[sheet]!)

/** Stores the settings of the sheet that is shown; leaving wrong rows out applies to all sheets. */
export function withSettings(job: Job, settings: ImportSettings): Job {
  if (!job.file.bySheet) return { ...job, settings }
  const { leaveWrong } = settings
  const sheets = job.file.sheets.map((each, at) =>
    at === job.file.sheet
      ? { ...each, settings }
      : { ...each, ...(each.settings && { settings: { ...each.settings, leaveWrong } }) },
  )
  return { ...job, settings, file: { ...job.file, sheets } }
}

type SheetReport = Omit<ImportReport, 'isDryRun' | 'seconds'>

/** The counts of all sheets together; problems and notes are listed by sheet. */
export function sumOf(reports: readonly SheetReport[]): SheetReport {
  const [only] = reports
  if (only && reports.length === 1) return only
  const counts = { created: 0, updated: 0, unchanged: 0, wrong: 0, skipped: 0, duplicates: 0 }
  const sum = { ...counts, problems: [], notes: [] }
  for (const report of reports)
    for (const name of ['created', 'updated', 'unchanged', 'wrong', 'skipped', 'duplicates'] as const)
      sum[name] += report[name]
  return sum
}
