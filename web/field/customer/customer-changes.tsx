import { useState, type FormEvent, type ReactNode } from 'react'
import type { EventKind, FieldEvent } from '#domain/field/events.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { keysOf } from '#domain/keys-of.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { useMay } from '../../api/use-may.ts'
import type { OutboxEntry } from '../../outbox/outbox.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import '../../ui/controls.css'
import '../../visit-entry/visit-detail.css'
import { formatDay } from '../../visits/visit-format.ts'
import { eventCustomerOf, seenPlanOf, type FieldCustomer } from '../field-customer.ts'
import { HereButton } from '../here-button.tsx'
import { timeToday, usualPlanDays } from '../record/plan-values.ts'
import { usePlan } from '../today/plan-for-today.tsx'
import { t } from '#domain/messages/t.ts'

interface CustomerChangesProps {
  customer: FieldCustomer
  clock: FirmClock
}

/** Plan, correct and comment: each part opens when it is needed. */
export function CustomerChanges(props: CustomerChangesProps): ReactNode {
  return (
    <section className="field-changes" aria-label={t('Plan, correct, comment')}>
      <details>
        <summary>{props.customer.plan ? t('Move the visit') : t('Plan a visit')}</summary>
        <PlanPart {...props} />
      </details>
      {props.customer.proposedBy === undefined && (
        <>
          <details>
            <summary>{t('Propose a correction')}</summary>
            <CorrectionPart {...props} />
          </details>
          <details>
            <summary>{t('Comment')}</summary>
            <CommentPart {...props} />
          </details>
        </>
      )}
    </section>
  )
}

/** Saves an event about the customer, and says so. */
function useRecord<K extends EventKind>(
  kind: K,
  customer: FieldCustomer,
  detail: string,
  onSaved: () => void,
): { isBusy: boolean; save: (values: FieldEvent<K>['values']) => void } {
  const { isBusy, submit } = useSubmit({
    send: (values: FieldEvent<K>['values']): Promise<OutboxEntry> =>
      recordEvent<K>(kind, {
        customer: eventCustomerOf(customer),
        seen: seenPlanOf(customer),
        name: customer.name,
        values,
      }),
    success: ({ reference }) => ({ text: t('Saved on this phone: {reference}', { reference }), detail }),
    failure: t('Could not save on this phone'),
    onSuccess: onSaved,
  })
  return { isBusy, save: (values) => void submit(values) }
}

function PlanPart({ customer, clock }: CustomerChangesProps): ReactNode {
  const { isBusy, plan } = usePlan(customer, clock)
  const [moment, setMoment] = useState('')
  return (
    <div className="stack">
      <div className="taps">
        {usualPlanDays(clock.today).map((day) => (
          <button
            key={day}
            type="button"
            className="tap"
            aria-disabled={isBusy || undefined}
            onClick={() => plan(day, day === clock.today ? timeToday(clock) : '10:00')}
          >
            {day === clock.today ? t('Today') : formatDay(day)}
          </button>
        ))}
      </div>
      <Field label={t('Other day')}>
        {(attributes) => (
          <input
            {...attributes}
            type="datetime-local"
            className="control"
            min={`${clock.today}T00:00`}
            value={moment}
            onChange={(event) => setMoment(event.target.value)}
          />
        )}
      </Field>
      <Button busy={isBusy || moment === ''} onClick={() => plan(moment.slice(0, 10), moment.slice(11, 16))}>
        {customer.plan ? t('Move the visit') : t('Plan a visit')}
      </Button>
    </div>
  )
}

type CorrectedField = 'Customer_Phone' | 'Street' | 'Pin_Code'

function CorrectionPart({ customer }: CustomerChangesProps): ReactNode {
  // What the form was opened with, then what was saved last; a sync changes neither it nor the inputs.
  const [base, setBase] = useState<Record<CorrectedField, string>>({
    Customer_Phone: customer.phone,
    Street: customer.street,
    Pin_Code: customer.pin,
  })
  const [values, setValues] = useState(base)
  const [remarks, setRemarks] = useState('')
  const [place, setPlace] = useState('')
  // With the right to set locations no approval is needed.
  const isPlaceDirect = useMay()('create', 'customerPlace')
  const sentence = t('The office is asked to correct {name}.', { name: customer.name })
  const entered: typeof base = {
    Customer_Phone: values.Customer_Phone.trim(),
    Street: values.Street.trim(),
    Pin_Code: values.Pin_Code.trim(),
  }
  const correction = useRecord('proposal', customer, sentence, () => {
    setBase(entered)
    setRemarks('')
    setPlace('')
  })
  const location = useRecord('location', customer, t('Location of {name}', { name: customer.name }), () =>
    setPlace(''),
  )
  const names = keysOf(base)
  const changed = names.filter((name) => entered[name] !== base[name])
  const asksOffice = changed.length > 0 || remarks.trim() !== '' || (place !== '' && !isPlaceDirect)
  const isEmpty = !asksOffice && place === ''
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (place !== '' && isPlaceDirect) location.save({ Place: place })
    if (!asksOffice) return
    const proposesPlace = place !== '' && !isPlaceDirect
    correction.save({
      type: 'correction',
      values: {
        ...Object.fromEntries(changed.map((name) => [name, entered[name]])),
        ...(proposesPlace && { Place: place }),
      },
      before: {
        ...Object.fromEntries(changed.map((name) => [name, base[name] || null])),
        ...(proposesPlace && { Place: customer.place?.of === 'customer' ? customer.place.at : null }),
      },
      remarks: remarks.trim(),
    })
  }
  const labels: Record<CorrectedField, string> = {
    Customer_Phone: t('Customer Phone'),
    Street: t('Street'),
    Pin_Code: t('Pin Code'),
  }
  return (
    <form className="stack" noValidate onSubmit={save}>
      {names.map((name) => (
        <Field key={name} label={labels[name]}>
          {(attributes) => (
            <input
              {...attributes}
              type={name === 'Customer_Phone' ? 'tel' : 'text'}
              className="control"
              name={name}
              autoComplete="off"
              maxLength={limits.name}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('Location')} isGroup>
        {() => <HereButton place={place} onPlace={setPlace} label={t('I am at the customer now')} />}
      </Field>
      <Field label={t('Remarks for the office')} isOptional>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control"
            rows={2}
            name="remarks"
            value={remarks}
            maxLength={limits.freeText}
            onChange={(event) => setRemarks(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={correction.isBusy || location.isBusy || isEmpty}>
        {t('Save')}
      </Button>
    </form>
  )
}

function CommentPart({ customer }: CustomerChangesProps): ReactNode {
  const [body, setBody] = useState('')
  const { isBusy, save } = useRecord(
    'comment',
    customer,
    t('Comment on {name}', { name: customer.name }),
    () => setBody(''),
  )
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() !== '') save({ body: body.trim() })
      }}
    >
      <Field label={t('Comment')}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control"
            rows={3}
            name="body"
            value={body}
            maxLength={limits.freeText}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={isBusy || body.trim() === ''}>
        {t('Save')}
      </Button>
    </form>
  )
}
