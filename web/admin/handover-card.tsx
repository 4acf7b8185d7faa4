import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { parseDay } from '#domain/dates.ts'
import type { HandedOver, Handovers } from '#domain/visits/assignment.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { sendHandover, tryHandover, type HandoverBody } from '../api/handover.ts'
import { attemptInMemory, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { PersonField, TickList } from './handover-fields.tsx'
import {
  amountInWords,
  bodyOf,
  problemsOf,
  which,
  type HandoverValues,
  type Person,
  type Which,
} from './handover-form.ts'
import { Place } from './handover-place.tsx'
import { HandoverPreview } from './handover-preview.tsx'

interface HandoverCardProps {
  from: Person
  has: Handovers['has']
  initial: HandoverValues
  onChooseFrom: (person: Person) => void
  onDone: (body: HandoverBody, result: HandedOver, to: string | null) => void
}

const whichInWords: Record<Which, string> = {
  all: 'All of them',
  territory: 'Those in a part of the territory',
  list: 'Those I tick',
}

export function HandoverCard({ from, has, initial, onChooseFrom, onDone }: HandoverCardProps): ReactNode {
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [preview, setPreview] = useState<{ body: HandoverBody; result: HandedOver } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [sending] = useState(attemptInMemory)
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  /** What is changed after the preview has to be looked at again. */
  const set = (change: Partial<HandoverValues>): void => {
    setValues((before) => ({ ...before, ...change }))
    setPreview(null)
    setProblems({})
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setPreview(null)
      setProblems(problemsByField(error))
      notify({ tone: 'bad', text: sentenceOf(error) })
      if (error instanceof SavedBefore) void revalidate()
    } finally {
      setBusy(false)
    }
  }
  const look = (event: FormEvent): void => {
    event.preventDefault()
    notify(null)
    const found = problemsOf(from, values)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      notify({ tone: 'bad', text: Object.values(found).join('. ') })
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    const body = bodyOf(from, values)
    void attempt(async () => setPreview({ body, result: await tryHandover(body) }))
  }
  const run = (body: HandoverBody): Promise<void> =>
    attempt(async () => {
      const result = await submitOnce({ attempt: sending, typed: body, body: () => body, send: sendHandover })
      notify({ tone: 'good', text: `${amountInWords(result)} handed over` })
      onDone(body, result, body.To_Employee && (values.to.name ?? body.To_Employee))
    })
  const employee = from.isNobody ? 'none' : from.number.trim()
  return (
    <form ref={form} className="card handover-form" noValidate onSubmit={look} aria-label="Hand over">
      <PersonField
        label="From Employee"
        name="From_Employee"
        nobody="Customers nobody looks after"
        person={from}
        problem={problems['From_Employee']}
        hint={
          has &&
          `Has ${amountInWords(has)} today${has.customers === 0 ? ': there is nobody to hand over' : ''}`
        }
        onChoose={(person) => {
          set({ codes: [] })
          onChooseFrom(person)
        }}
      />
      <PersonField
        label="To Employee"
        name="To_Employee"
        nobody="Nobody for now"
        person={values.to}
        problem={problems['To_Employee']}
        onChoose={(to) => set({ to })}
      />
      <Field label="Which customers" isGroup problem={problems['customers']}>
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
                  {whichInWords[each]}
                </label>
              ))}
            </div>
            {values.which === 'territory' && <Place values={values} set={set} />}
            {values.which === 'list' &&
              (employee ? (
                <TickList
                  employee={employee}
                  day={parseDay(values.fromDay.trim()) ?? ''}
                  chosen={values.codes}
                  onChoose={(codes) => set({ codes })}
                />
              ) : (
                <p className="field-hint">Choose first whose customers they are.</p>
              ))}
          </>
        )}
      </Field>
      <div className="handover-days">
        {(
          [
            ['From_Day', 'From Day', 'fromDay', true],
            ['Until_Day', 'Until Day', 'untilDay', false],
          ] as const
        ).map(([name, label, value, isRequired]) => (
          <Field
            key={name}
            label={label}
            isOptional={!isRequired}
            problem={problems[name]}
            hint={!isRequired && 'For a time only: afterwards they are whose they were'}
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
        Their open plans in that time go along
      </label>
      <Field label="Remarks" isOptional problem={problems['Remarks']}>
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
          onConfirm={() => void run(preview.body)}
        />
      )}
      {!preview && (
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Preview
          </Button>
        </div>
      )}
    </form>
  )
}
