import type { ImportReport } from '#domain/api/imports/import-values.ts'
import type { Job, ParsedFile } from '../import-store.ts'
import { sheetJobs, sumOf } from '../sheet-jobs.ts'
import type { LoadContext } from './load-context.ts'
import { loadFile } from './load-file.ts'
import type { RowResult } from '../reading/part-store.ts'

interface LoadOfSheets extends Omit<LoadContext, 'onProgress'> {
  onProgress: (job: Job, part: number | undefined, results: RowResult[], done: number) => Promise<void>
}

export interface LoadedSheets {
  report: Omit<ImportReport, 'isDryRun' | 'seconds'>
  /** The file with the report of each sheet, where each has its own master. */
  withReports: (isDryRun: boolean, seconds: number) => Pick<Job, 'file'> | undefined
}

/** Loads the sheets of an import one after the other, so that each finds the records of those before it. */
export async function loadSheets({ onProgress, ...load }: LoadOfSheets): Promise<LoadedSheets> {
  const { job } = load
  const loaded: { sheet: number; report: LoadedSheets['report'] }[] = []
  let before = 0
  for (const each of sheetJobs(job)) {
    const doneBefore = before
    const report = await loadFile({
      ...load,
      job: each,
      onProgress: (part, results, done) => onProgress(each, part, results, doneBefore + done),
    })
    loaded.push({ sheet: each.file.sheet, report })
    before += each.rowCount
  }
  return {
    report: sumOf(loaded.map(({ report }) => report)),
    withReports: (isDryRun, seconds) => {
      if (!job.file.bySheet) return undefined
      const sheets: ParsedFile['sheets'] = job.file.sheets.map((sheet, at) => {
        const own = loaded.find((each) => each.sheet === at)
        return { ...sheet, report: own ? { ...own.report, isDryRun, seconds } : null }
      })
      return { file: { ...job.file, sheets } }
    },
  }
}
