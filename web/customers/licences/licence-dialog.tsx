import { useState, type ChangeEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { licenceKinds } from '#domain/catalogue/entities/visit-choices.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { request } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { DateControl } from '../../ui/date-control.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface LicenceDialogProps {
  code: string
  /** Null: a new one. */
  licence: RecordNamed<'customerLicence'> | null
  onClose: () => void
}

const fields = ['Kind', 'Licence_Number', 'Issued_By', 'Valid_From', 'Valid_Until'] as const
type Name = (typeof fields)[number]
const [kindField] = fields
type Typed = Record<Name, string>

const root = `/api/v1/${labelsOf('customerLicence').path}`
const dayText = (day: string | null | undefined): string => (day ? formatDate(day) : '')

export function LicenceDialog({ code, licence, onClose }: LicenceDialogProps): ReactNode {
  const [values, setValues] = useState<Typed>({
    Kind: licence?.Kind ?? '',
    Licence_Number: licence?.Licence_Number ?? '',
    Issued_By: licence?.Issued_By ?? '',
    Valid_From: dayText(licence?.Valid_From),
    Valid_Until: dayText(licence?.Valid_Until),
  })
  const { revalidate } = useRevalidator()
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    fields,
    send: (typed: Typed, key) => {
      const body = Object.fromEntries(fields.map((name) => [name, typed[name].trim() || null]))
      return licence
        ? request('PATCH', `${root}/${licence.id}`, { body: { ...body, version: licence.version } })
        : request('POST', root, {
            body: { ...body, Customer_Code: code },
            headers: { 'idempotency-key': key },
          })
    },
    success: (_, typed) => t('Licence {number} is saved', { number: typed.Licence_Number.trim() }),
    failure: t('The licence is not saved'),
    onSuccess: async () => {
      await revalidate()
      onClose()
    },
  })
  const type = (name: Name, value: string): void => {
    setValues((now) => ({ ...now, [name]: value }))
    clearProblems(name)
  }
  const chooseKind = (event: ChangeEvent<HTMLSelectElement>): void => type(kindField, event.target.value)
  const textField = (name: 'Licence_Number' | 'Issued_By', label: string, maxLength: number): ReactNode => (
    <Field label={label} isOptional={name === 'Issued_By'} problem={problems[name]}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          name={name}
          autoComplete="off"
          maxLength={maxLength}
          value={values[name]}
          onChange={(event) => type(name, event.target.value)}
        />
      )}
    </Field>
  )
  const dateField = (name: 'Valid_From' | 'Valid_Until', label: string): ReactNode => (
    <Field label={label} isOptional problem={problems[name]}>
      {(attributes) => (
        <DateControl
          name={name}
          label={label}
          value={values[name]}
          onType={(value) => type(name, value)}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </Field>
  )
  return (
    <Dialog heading={licence ? t('Change the licence') : t('Add a licence')} onClose={onClose}>
      <form
        noValidate
        className="licence-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(values, event.currentTarget)
        }}
      >
        <Field label={t('Licence Kind')} problem={problems.Kind}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name={kindField}
              value={values.Kind}
              onChange={chooseKind}
            >
              <option value="">{t('Choose…')}</option>
              {licenceKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(kind)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {textField('Licence_Number', t('Licence Number'), 64)}
        {textField('Issued_By', t('Issued By'), 200)}
        {dateField('Valid_From', t('Valid From'))}
        {dateField('Valid_Until', t('Valid Until'))}
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
