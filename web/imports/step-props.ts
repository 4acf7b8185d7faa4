import type { ImportReport, ImportStep as Step } from '#domain/imports/import-job.ts'
import type { JobDesk } from './use-import-job.ts'

/** What every step is given. */
export interface StepProps {
  desk: JobDesk
  /** Whether the person may change anything here. */
  mayChange: boolean
  /** What the last rehearsal said, also when something was changed since. */
  lastReport: ImportReport | null
  goTo: (step: Step, problem?: string) => void
}
