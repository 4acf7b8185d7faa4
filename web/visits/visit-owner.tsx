import { useState, type FormEvent, type ReactNode } from 'react'
import type { LoggedVisit } from '#domain/api/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { sendVisit } from './visits-api.ts'
import './visits.css'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { CustomerCombobox } from './customer-combobox.tsx'
import { Facts } from './facts.tsx'
import { formatDayOrBlank, formatMomentOrBlank, textIn, employeeNameOf } from './visits-columns.tsx'
import { t } from '#domain/messages/t.ts'

interface VisitOwnerProps {
  visit: LoggedVisit
  clock: FirmClock
  onClose: () => void
  onSaved: () => void
}

/** Assigns a visit that was recorded without a customer. */
export function VisitOwner({ visit, clock, onClose, onSaved }: VisitOwnerProps): ReactNode {
  const [code, setCode] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const id = visit.Visit_ID
  const { isBusy, submit } = useSubmit({
    send: sendVisit,
    fields: ['Customer_Code'],
    success: () => t('Visit {id} is now a visit to {customer}', { id, customer: name ?? code.trim() }),
    failure: (error, _, found) => (found.Customer_Code ? null : { text: sentenceOf(error) }),
    onSuccess: onSaved,
    onFailure: (error) => {
      setProblem(problemsByField<'Customer_Code'>(error).Customer_Code)
      if (error instanceof SavedBefore) onSaved()
    },
  })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') setProblem(t('Customer Code is required'))
    else void submit({ Visit_ID: id, Customer_Code: code.trim() })
  }
  const facts: (readonly [string, ReactNode])[] = [
    [t('Visited On'), formatDayOrBlank(visit.Visited_On)],
    [t('Planned'), formatMomentOrBlank(visit.Planned_At, clock)],
    [t('Recorded By'), employeeNameOf(visit)],
    [t('Feedback'), textIn(visit, 'Feedback')],
    [t('Remarks'), textIn(visit, 'Remarks')],
    [t('Crops'), textIn(visit, 'New_Recommended_Crops')],
  ]
  return (
    <Dialog heading={t('Assign visit {id} to a customer', { id })} onClose={onClose}>
      <form className="visit-form" noValidate onSubmit={save}>
        <Facts lines={facts.filter(([, value]) => value !== '')} />
        <Field label={t('Customer Code')} problem={problem} hint={t('Search by name or code')}>
          {(attributes) => (
            <CustomerCombobox
              name="Customer_Code"
              label={t('Customer Code')}
              value={code}
              title={name}
              attributes={attributes}
              onChoose={(chosen, title) => {
                setCode(chosen)
                setName(title)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
