import { useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { ErasureReport } from '#domain/api/personal-data.ts'
import { recordLink } from '../../masters/list/record-link.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { runOnce } from '../../ui/run-once.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { erasePersonalData, type PersonOf } from './personal-data-api.ts'
import { t } from '#domain/messages/t.ts'

interface EraseDialogProps {
  person: PersonOf
  onClose: () => void
}

/** Shows what is erased and what stays, then erases with a reason. */
export function EraseDialog({ person, onClose }: Readonly<EraseDialogProps>): ReactNode {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const { revalidate } = useRevalidator()
  const { data: report, error: loadError, reload } = useQuery([person.id], () => erasePersonalData(person))
  const { isBusy, error, submit } = useSubmit({
    send: (typed: string) => erasePersonalData(person, typed),
    success: () => t('The personal data was erased'),
    failure: null,
    onSuccess: async () => {
      onClose()
      await revalidate()
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') setProblem(t('Enter a reason'))
    else void submit(reason.trim())
  }
  return (
    <Dialog heading={t('Erase the personal data?')} onClose={onClose}>
      {loadError && <LoadError error={loadError} onRetry={() => void reload()} />}
      {!report && !loadError && <Skeleton lines={6} />}
      {report && (
        <form className="stack" noValidate onSubmit={send}>
          <p>
            {person.entity === 'account'
              ? t(
                  'This cannot be undone. The account is deleted, and what it recorded stays under a pseudonym.',
                )
              : t(
                  'This cannot be undone. The record stays under its code, without what identifies the person.',
                )}
          </p>
          <Lines heading={t('Erased')} lines={report.erased} />
          <Lines heading={t('Stays')} lines={report.stays} />
          {report.others.length > 0 && <Others others={report.others} />}
          <Field
            label={t('Reason')}
            hint={t('Such as “asked by letter of 12/11/2026”. It is recorded in the audit.')}
            problem={problem}
          >
            {(attributes) => (
              <input
                {...attributes}
                className="control"
                name="reason"
                maxLength={200}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value)
                  setProblem('')
                }}
              />
            )}
          </Field>
          <DialogActions error={error && `${error}.`}>
            <Button type="submit" tone="danger" busy={isBusy} onClick={runOnce}>
              {t('Erase')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function Lines({ heading, lines }: Readonly<{ heading: string; lines: ErasureReport['erased'] }>): ReactNode {
  return (
    <div>
      <h3>{heading}</h3>
      <ul className="record-list">
        {lines.map(({ what, count, why }) => (
          <li key={what}>
            {count === null ? what : t('{what}: {count, number}', { what, count })}
            {why !== null && <p className="field-hint">{why}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Others({ others }: Readonly<{ others: ErasureReport['others'] }>): ReactNode {
  return (
    <div>
      <h3>{t('Other records with the same phone, e-mail, number or name')}</h3>
      <p>{t('They are not changed. Check whether they are of the same person.')}</p>
      <ul className="record-list">
        {others.map(({ entity, id, name }) => (
          <li key={id}>
            <Link to={recordLink({ entity, id, name })}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
