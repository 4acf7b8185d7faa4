import type { ImportReport } from '#domain/api/imports/import-values.ts'
import type { ImportStep as Step } from '#domain/imports/import-job.ts'
import type { ImportJobHandle } from '../use-import-job.ts'

/** Props of every step. */
export interface StepProps {
  handle: ImportJobHandle
  /** Whether the account may change this import. */
  canChange: boolean
  /** Report of the last check, also when the job was changed since. */
  lastReport: ImportReport | null
  /** The same of the sheet that is shown, where each sheet has its own master. */
  sheetReport: ImportReport | null
  goTo: (step: Step, problem?: string) => void
}
