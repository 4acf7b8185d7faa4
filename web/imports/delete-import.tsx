import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { deleteImport } from './imports-api.ts'
import { Button } from '../ui/button.tsx'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import { pluralOf } from './import-format.ts'
import { t } from '#domain/messages/t.ts'

/** Deletes an uploaded file from the list of imports. */
export function DeleteImport({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  return (
    <p className="imports-delete">
      <Button tone="danger" onClick={() => setConfirming(true)}>
        {t('Delete this file')}
      </Button>
      {isConfirming && (
        <DeferredConfirmDialog
          heading={t('Delete this file?')}
          action={t('Delete')}
          tone="danger"
          cancel={t('Keep it')}
          send={() => deleteIfThere(job)}
          success={() => ({ text: t('{name} is deleted', { name: job.name }), crossesPages: true })}
          onDone={async () => navigate('/imports')}
          onClose={() => setConfirming(false)}
        >
          <p>
            {job.state === 'done'
              ? t('The {plural} it imported stay, and can still be undone under Bulk changes.', {
                  plural: pluralOf(job.entity),
                })
              : t('Nothing was imported.')}{' '}
            {t('Its rows and your changes to them cannot be restored.')}
          </p>
        </DeferredConfirmDialog>
      )}
    </p>
  )
}

/** Another user may have deleted it already. */
const deleteIfThere = (job: ImportJob): Promise<unknown> =>
  deleteImport(job.id).catch((error: unknown) => {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error
  })
