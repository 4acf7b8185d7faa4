import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { FixAllReport } from '#domain/api/data-quality.ts'
import { undoChanges } from '../changes/undo-batch.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { checkAgain, fixAllFindings } from './data-quality-api.ts'
import { t } from '#domain/messages/t.ts'

interface FixAllDialogProps {
  rule: string
  preview: FixAllReport
  onClose: () => void
}

/** The first of the changes, before they are made. */
export function FixAllDialog({ rule, preview, onClose }: FixAllDialogProps): ReactNode {
  const { revalidate } = useRevalidator()
  /** What was undone is found again. */
  const reload = async (): Promise<void> => {
    await checkAgain().catch(() => undefined)
    await revalidate()
  }
  return (
    <ConfirmDialog
      heading={t('{count, plural, one {# record} other {# records}} will change', {
        count: preview.fixed,
      })}
      action={t('Fix {count, number}', { count: preview.fixed })}
      send={() => fixAllFindings(rule, false)}
      success={({ fixed, left, batchId }) => ({
        text: t('{count, plural, one {# record} other {# records}} fixed', { count: fixed }),
        detail: left.length > 0 ? left.slice(0, 3).join('; ') : undefined,
        ...(batchId !== null && {
          action: { label: t('Undo'), run: () => void undoChanges(batchId, reload) },
        }),
      })}
      onDone={async () => {
        onClose()
        await revalidate()
      }}
      onClose={onClose}
    >
      <DataTable
        look="plain"
        caption={t('The first changes')}
        columns={[
          { label: t('Record'), kind: 'name', cell: ({ name }) => name },
          { label: t('Finding'), cell: ({ words }) => words },
          { label: t('Fix'), cell: (row) => row.fix },
        ]}
        rows={preview.sample}
        keyOf={({ id }) => id}
      />
      {preview.fixed > preview.sample.length && (
        <p>{t('and {count, number} more', { count: preview.fixed - preview.sample.length })}</p>
      )}
    </ConfirmDialog>
  )
}
