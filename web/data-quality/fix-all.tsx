import { useState, type ReactNode } from 'react'
import type { FixAllReport } from '#domain/api/data-quality.ts'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { fixAllFindings } from './data-quality-api.ts'
import { t } from '#domain/messages/t.ts'

const FixAllDialog = deferredDialog(async () => (await import('./fix-all-dialog.tsx')).FixAllDialog)

/** Fixes all findings of a rule that need no decision, after a preview. */
export function FixAll({ rule }: { rule: string }): ReactNode {
  const [preview, setPreview] = useState<FixAllReport | null>(null)
  const check = useSubmit({
    send: () => fixAllFindings(rule, true),
    onSuccess: (report) => setPreview(report),
  })
  return (
    <>
      <Button aria-haspopup="dialog" busy={check.isBusy} onClick={() => void check.submit(undefined)}>
        {t('Fix all…')}
      </Button>
      {preview && <FixAllDialog rule={rule} preview={preview} onClose={() => setPreview(null)} />}
    </>
  )
}
