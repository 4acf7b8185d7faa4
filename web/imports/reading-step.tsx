import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { JobProgress } from './job-progress.tsx'
import type { StepProps } from './step-props.ts'

/** A file that takes longer to read, or waits for its turn. */
export function ReadingStep({ desk, mayChange }: StepProps): ReactNode {
  return (
    <>
      <p>You may leave this page; reading goes on. The import is then found under Imports.</p>
      <JobProgress job={desk.job} />
      {mayChange && (
        <p className="form-actions">
          <Button busy={desk.isBusy} onClick={() => void desk.command('cancel')}>
            Cancel
          </Button>
        </p>
      )}
    </>
  )
}
