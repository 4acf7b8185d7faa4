import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { parseDay } from '#domain/dates/dates.ts'
import type { HandoverResult, Handovers } from '#domain/api/visits/handovers.ts'
import { sendHandover, tryHandover, type HandoverBody } from './handover-api.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { EmployeeField, CustomerChecklist } from './handover-fields.tsx'
import {
  formatAmount,
  bodyOf,
  handoverFields,
  problemsOf,
  which,
  type HandoverValues,
  type EmployeeChoice,
  type Which,
} from './handover-form.ts'
import { TerritoryField } from './handover-place.tsx'
import { HandoverPreview } from './handover-preview.tsx'
import { t } from '#domain/messages/t.ts'

interface HandoverCardProps {
  from: EmployeeChoice
  has: Handovers['has']
  initial: HandoverValues
  onChooseFrom: (person: EmployeeChoice) => void
  onDone: (body: HandoverBody, result: HandoverResult, to: string | null) => void
}

const whichLabels = (): Record<Which, string> => ({
  all: t('All customers'),
  territory: t('Customers in part of the territory'),
  list: t('Selected customers'),
})

export function HandoverCard({ from, has, initial, onChooseFrom, onDone }: HandoverCardProps): ReactNode {
  const [values, setValues] = useState(initial)
  const [preview, setPreview] = useState<{ body: HandoverBody; result: HandoverResult } | null>(null)
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  /** A change invalidates the preview. */
  const set = (change: Partial<HandoverValues>): void => {
    setValues((before) => ({ ...before, ...change }))
    setPreview(null)
    dryRun.clearProblems()
    handover.clearProblems()
  }
  /** The data may have changed since the preview, so a refusal removes it. */
  const checkAgain = (error: unknown): void => {
    setPreview(null)
    if (error instanceof SavedBefore) void revalidate()
  }
  const dryRun = useSubmit({
    send: async (body: HandoverBody) => ({ body, result: await tryHandover(body) }),
    fields: handoverFields,
    onSuccess: setPreview,
    onFailure: checkAgain,
  })
  const handover = useSubmit({
    send: sendHandover,
    fields: handoverFields,
    success: (result) => t('{amount} handed over', { amount: formatAmount(result) }),
    onSuccess: (result, body) =>
      onDone(body, result, body.To_Employee && (values.to.name ?? body.To_Employee)),
    onFailure: checkAgain,
  })
  const { setProblems } = dryRun
  const problems = { ...handover.problems, ...dryRun.problems }
  const isBusy = dryRun.isBusy || handover.isBusy
  const previewHandover = (event: FormEvent): void => {
    event.preventDefault()
    notify(null)
    const found = problemsOf(from, values)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      notify({ tone: 'bad', text: Object.values(found).join('. ') })
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    handover.clearProblems()
    void dryRun.submit(bodyOf(from, values))
  }
  const employee = from.isNone ? 'none' : from.number.trim()
  return (
    <form
      ref={form}
      className="card handover-form"
      noValidate
      onSubmit={previewHandover}
      aria-label={t('Hand over')}
    >
      <EmployeeField
        label={t('From Employee')}
        name="From_Employee"
        noneLabel={t('Customers without an owner')}
        person={from}
        problem={problems.From_Employee}
        hint={
          has &&
          t(has.customers === 0 ? 'Has {amount} today: nothing to hand over' : 'Has {amount} today', {
            amount: formatAmount(has),
          })
        }
        onChoose={(person) => {
          set({ codes: [] })
          onChooseFrom(person)
        }}
      />
      <EmployeeField
        label={t('To Employee')}
        name="To_Employee"
        noneLabel={t('No owner for now')}
        person={values.to}
        problem={problems.To_Employee}
        onChoose={(to) => set({ to })}
      />
      <Field label={t('Which customers')} isGroup problem={problems.customers}>
        {() => (
          <>
            <div className="choices">
              {which.map((each) => (
                <label key={each} className="choice">
                  <input
                    type="radio"
                    name="which"
                    value={each}
                    checked={values.which === each}
                    onChange={() => set({ which: each })}
                  />
                  {whichLabels()[each]}
                </label>
              ))}
            </div>
            {values.which === 'territory' && <TerritoryField values={values} set={set} />}
            {values.which === 'list' &&
              (employee ? (
                <CustomerChecklist
                  employee={employee}
                  day={parseDay(values.fromDay.trim()) ?? ''}
                  chosen={values.codes}
                  onChoose={(codes) => set({ codes })}
                />
              ) : (
                <p className="field-hint">{t('Choose the employee first.')}</p>
              ))}
          </>
        )}
      </Field>
      <div className="handover-days">
        {(
          [
            ['From_Day', t('From Day'), 'fromDay', true],
            ['Until_Day', t('Until Day'), 'untilDay', false],
          ] as const
        ).map(([name, label, value, isRequired]) => (
          <Field
            key={name}
            label={label}
            isOptional={!isRequired}
            problem={problems[name]}
            hint={!isRequired && t('Temporary: they return to the previous owner afterwards')}
          >
            {(attributes) => (
              <DateControl
                name={name}
                label={label}
                value={values[value]}
                attributes={attributes}
                isRequired={isRequired}
                onType={(day) => set({ [value]: day })}
              />
            )}
          </Field>
        ))}
      </div>
      <label className="choice">
        <input
          type="checkbox"
          name="Plans"
          checked={values.withPlans}
          onChange={(event) => set({ withPlans: event.target.checked })}
        />
        {t('Move their open plans too')}
      </label>
      <Field label={t('Remarks')} isOptional problem={problems.Remarks}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            className="control"
            name="Remarks"
            maxLength={200}
            autoComplete="off"
            value={values.remarks}
            onChange={(event) => set({ remarks: event.target.value })}
          />
        )}
      </Field>
      {preview && (
        <HandoverPreview
          {...preview}
          names={{ from: from.name, to: values.to.name }}
          isBusy={isBusy}
          onConfirm={() => void handover.submit(preview.body)}
        />
      )}
      {!preview && (
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Preview')}
          </Button>
        </div>
      )}
    </form>
  )
}
