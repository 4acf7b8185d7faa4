import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { parseDay } from '#domain/dates.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { fetchOptions } from '../api/options.ts'
import { attemptInMemory, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { addHoliday } from '../api/working-days.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'

const blank = { Holiday_Date: '', Holiday_Name: '', State_Code: '' }

export function HolidayForm({ onAdded }: { onAdded: () => void }): ReactNode {
  const [values, setValues] = useState(blank)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [attempt] = useState(attemptInMemory)
  const type = (name: keyof typeof blank, value: string): void => {
    setValues((now) => ({ ...now, [name]: value }))
    setProblems((now) => ({ ...now, [name]: '' }))
  }
  const focusOn = (name: string): void =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const refuse = (found: Record<string, string>, detail?: string): void => {
    setProblems(found)
    notify({ tone: 'bad', text: 'The holiday is not added', detail })
    focusOn(Object.keys(found)[0] ?? 'Holiday_Date')
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    const found = problemsOf(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      const body = { ...values, State_Code: values.State_Code.trim() || null }
      await submitOnce({ attempt, typed: values, body: () => body, send: addHoliday })
      notify({ tone: 'good', text: `${values.Holiday_Name.trim()} is added` })
      setValues(blank)
      setProblems({})
      focusOn('Holiday_Date')
      onAdded()
    } catch (error) {
      if (error instanceof SavedBefore) onAdded()
      const beside = problemsByField(error)
      refuse(beside, Object.keys(beside).length > 0 ? undefined : sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <form ref={form} className="holiday-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Day" problem={problems['Holiday_Date']}>
        {(attributes) => (
          <DateControl
            name="Holiday_Date"
            label="Day"
            value={values.Holiday_Date}
            onType={(value) => type('Holiday_Date', value)}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      <Field label="Holiday" problem={problems['Holiday_Name']}>
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            name="Holiday_Name"
            autoComplete="off"
            maxLength={limits.name}
            value={values.Holiday_Name}
            required
            onChange={(event) => type('Holiday_Name', event.target.value)}
          />
        )}
      </Field>
      <Field label="State" isOptional problem={problems['State_Code']} hint="Empty: everywhere">
        {(attributes) => (
          <Combobox
            name="State_Code"
            label="State"
            value={values.State_Code}
            attributes={attributes}
            load={(q) =>
              fetchOptions({ entity: entityNamed('state'), of: 'State_Code', with: [], constraints: {}, q })
            }
            onChoose={(value) => type('State_Code', value)}
          />
        )}
      </Field>
      <Button type="submit" tone="main" busy={isBusy}>
        Add
      </Button>
    </form>
  )
}

function problemsOf({ Holiday_Date, Holiday_Name }: typeof blank): Record<string, string> {
  const problems: Record<string, string> = {}
  if (Holiday_Date.trim() === '') problems['Holiday_Date'] = 'Day is required'
  else if (!parseDay(Holiday_Date.trim())) problems['Holiday_Date'] = 'Day should be a date like 31/12/2026'
  if (Holiday_Name.trim() === '') problems['Holiday_Name'] = 'Holiday is required'
  return problems
}
