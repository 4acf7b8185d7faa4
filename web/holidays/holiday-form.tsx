import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { parseDay } from '#domain/dates/dates.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { fetchOptions } from '../api/options.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { addHoliday } from './working-days-api.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { focusField, useSubmit, type Problems } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

const blank = { Holiday_Date: '', Holiday_Name: '', State_Code: '' }

export function HolidayForm({ onAdded }: { onAdded: () => void }): ReactNode {
  const [values, setValues] = useState(blank)
  const form = useRef<HTMLFormElement>(null)
  const type = (name: keyof typeof blank, value: string): void => {
    setValues((now) => ({ ...now, [name]: value }))
    clearProblems(name)
  }
  const focus = { fields: ['Holiday_Date', 'Holiday_Name', 'State_Code'], otherwise: 'Holiday_Date' } as const
  const failure = t('The holiday was not added')
  const { isBusy, problems, submit, setProblems, clearProblems } = useSubmit({
    ...focus,
    send: (typed: typeof blank, key) =>
      addHoliday({ ...typed, State_Code: typed.State_Code.trim() || null }, key),
    success: (_, typed) => t('{holiday} is added', { holiday: typed.Holiday_Name.trim() }),
    failure,
    onSuccess: () => {
      setValues(blank)
      focusField(form.current!, {}, focus)
      onAdded()
    },
    onFailure: (error) => {
      if (error instanceof SavedBefore) onAdded()
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const found = problemsOf(values)
    if (Object.keys(found).length === 0) return void submit(values, event.currentTarget)
    setProblems(found)
    notify({ tone: 'bad', text: failure })
    focusField(event.currentTarget, found, focus)
  }
  return (
    <form ref={form} className="holiday-form" noValidate onSubmit={onSubmit}>
      <Field label={t('Day')} problem={problems.Holiday_Date}>
        {(attributes) => (
          <DateControl
            name="Holiday_Date"
            label={t('Day')}
            value={values.Holiday_Date}
            onType={(value) => type('Holiday_Date', value)}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      <Field label={t('Holiday')} problem={problems.Holiday_Name}>
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
      <Field
        label={t('State')}
        isOptional
        problem={problems.State_Code}
        hint={t('Leave empty for all states')}
      >
        {(attributes) => (
          <Combobox
            name="State_Code"
            label={t('State')}
            value={values.State_Code}
            attributes={attributes}
            load={(q) =>
              fetchOptions({ entity: labelsOf('state'), of: 'State_Code', with: [], constraints: {}, q })
            }
            onChoose={(value) => type('State_Code', value)}
          />
        )}
      </Field>
      <Button type="submit" tone="main" busy={isBusy}>
        {t('Add')}
      </Button>
    </form>
  )
}

function problemsOf({ Holiday_Date, Holiday_Name }: typeof blank): Problems<keyof typeof blank> {
  const problems: Partial<Record<keyof typeof blank, string>> = {}
  if (Holiday_Date.trim() === '') problems.Holiday_Date = t('Day is required')
  else if (!parseDay(Holiday_Date.trim())) problems.Holiday_Date = t('Day should be a date like 31/12/2026')
  if (Holiday_Name.trim() === '') problems.Holiday_Name = t('Holiday is required')
  return problems
}
