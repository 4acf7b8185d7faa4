import { useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { retiredOnField, retiredReasonField } from '#domain/catalogue/reading/retired.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatDate, parseDay } from '#domain/dates/dates.ts'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { describeSkipped, undoChanges } from '../../changes/undo-batch.ts'
import { Button } from '../../ui/button.tsx'
import { DateControl } from '../../ui/date-control.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { runOnce } from '../../ui/run-once.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { recordWords } from '../count-text.ts'
import { changeRecords, type BulkSelection } from '../lists-api.ts'
import { t } from '#domain/messages/t.ts'

interface RetireDialogProps {
  entity: Entity
  chosen: BulkSelection
  /** The name of the record, or the number of records. */
  records: string
  /** Whether the records are retired, so that they are reinstated. */
  isRetired: boolean
  onClose: () => void
  onDone?: () => void
}

/** Retires or reinstates records as one batch, with Undo. */
export function RetireDialog(props: RetireDialogProps): ReactNode {
  const { entity, chosen, records, isRetired, onClose, onDone } = props
  const [day, setDay] = useState(() => formatDate(dayIn(new Date(), displayTimeZone())))
  const [reason, setReason] = useState('')
  const [dayProblem, setDayProblem] = useState('')
  const { revalidate } = useRevalidator()
  const refresh = async (): Promise<void> => revalidate()
  const { isBusy, error, submit } = useSubmit({
    send: (on: string | null, key) =>
      changeRecords(
        entity,
        {
          action: 'update',
          ...chosen,
          set: { [retiredOnField]: on, [retiredReasonField]: on === null ? null : reason.trim() || null },
        },
        key,
      ),
    failure: null,
    onSuccess: async (report) => {
      const values = { count: report.changed, ...recordWords(entity) }
      const { batch } = report
      notify({
        tone: 'good',
        text: isRetired
          ? t('{count, plural, one {# {singular} is reinstated} other {# {plural} are reinstated}}', values)
          : t('{count, plural, one {# {singular} is retired} other {# {plural} are retired}}', values),
        detail: describeSkipped(report),
        ...(batch && { action: { label: t('Undo'), run: () => void undoChanges(batch.id, refresh) } }),
      })
      onDone?.()
      onClose()
      await refresh()
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const on = parseDay(day.trim())
    if (!isRetired && on === undefined) {
      setDayProblem(t('{label} should be a date like 31/12/2026', { label: t('Retired On') }))
      return
    }
    void submit(isRetired ? null : on!)
  }
  return (
    <Dialog
      heading={isRetired ? t('Reinstate {records}?', { records }) : t('Retire {records}?', { records })}
      onClose={onClose}
    >
      <form className="stack" noValidate onSubmit={send}>
        <p>
          {isRetired
            ? t('It is offered again in forms, lists to choose from and imports.')
            : t(
                'It is not offered any more in forms, lists to choose from and imports. Records that refer to it keep it, and you can reinstate it at any time.',
              )}
        </p>
        {!isRetired && (
          <>
            <Field label={t('Retired On')} problem={dayProblem}>
              {(attributes) => (
                <DateControl
                  name="on"
                  label={t('Retired On')}
                  value={day}
                  onType={(typed) => {
                    setDay(typed)
                    setDayProblem('')
                  }}
                  attributes={attributes}
                  isRequired
                />
              )}
            </Field>
            <Field label={t('Retired Reason')} isOptional>
              {(attributes) => (
                <input
                  {...attributes}
                  className="control"
                  name="reason"
                  maxLength={200}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <DialogActions error={error && `${error}.`}>
          <Button type="submit" tone="main" busy={isBusy} onClick={runOnce}>
            {isRetired ? t('Reinstate') : t('Retire')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
