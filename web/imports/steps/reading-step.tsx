import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { JobProgress } from '../job-progress.tsx'
import type { StepProps } from './step-props.ts'
import { t } from '#domain/messages/t.ts'

/** Progress of a file that is being read or queued. */
export function ReadingStep({ handle, canChange }: StepProps): ReactNode {
  return (
    <>
      <p>{t('You can leave this page; reading continues. You find the import under Imports.')}</p>
      <JobProgress job={handle.job} />
      {canChange && (
        <p className="form-actions">
          <Button busy={handle.isBusy} onClick={() => void handle.command('cancel')}>
            {t('Cancel')}
          </Button>
        </p>
      )}
    </>
  )
}
