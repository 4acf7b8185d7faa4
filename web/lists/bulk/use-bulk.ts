import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { BulkReport } from '#domain/api/changes/bulk.ts'
import { changeRecords, dryRunBulk, type BulkWork } from '../lists-api.ts'
import { SavedBefore } from '../../api/drafts/submit-once.ts'
import { notify } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { describeSkipped, undoChanges } from '../../changes/undo-batch.ts'
import { t } from '#domain/messages/t.ts'

interface Bulk {
  /** The dry run and its report. */
  preview: { work: BulkWork; report: BulkReport } | null
  problem: string
  isBusy: boolean
  check: (work: BulkWork) => Promise<void>
  /** Runs the work of the dry run; true on success. */
  apply: (describe: (report: BulkReport) => string) => Promise<boolean>
  reset: () => void
}

/** First a dry run, which is the same work rolled back; then the work, with Undo. */
export function useBulk(entity: Entity): Bulk {
  const [preview, setPreview] = useState<Bulk['preview']>(null)
  const { revalidate } = useRevalidator()
  const refresh = async (): Promise<void> => revalidate()
  const dryRun = useSubmit({
    send: (work: BulkWork) => dryRunBulk(entity, work),
    failure: null,
    onSuccess: (report, work) => setPreview({ work, report }),
    onFailure: () => setPreview(null),
  })
  const change = useSubmit({
    send: (work: BulkWork, key) => changeRecords(entity, work, key),
    failure: null,
    onFailure: async (error) => {
      if (!(error instanceof SavedBefore)) return
      // The records have changed since the dry run.
      setPreview(null)
      await refresh()
    },
  })
  return {
    preview,
    problem: dryRun.error || change.error,
    isBusy: dryRun.isBusy || change.isBusy,
    check: async (work) => {
      change.clearProblems()
      await dryRun.submit(work)
    },
    apply: async (describe) => {
      const report = preview && (await change.submit(preview.work))
      if (!report) return false
      const { batch } = report
      notify({
        tone: 'good',
        text: describe(report),
        detail: describeSkipped(report),
        ...(batch && { action: { label: t('Undo'), run: () => void undoChanges(batch.id, refresh) } }),
      })
      await refresh()
      return true
    },
    reset: () => {
      setPreview(null)
      dryRun.clearProblems()
      change.clearProblems()
    },
  }
}
