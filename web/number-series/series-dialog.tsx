import { useState, type FormEvent, type ReactNode } from 'react'
import type { FieldProblem } from '#domain/problem.ts'
import { previewCodes, maxPrefix, maxStart, validateSeries } from '#domain/series.ts'
import type { SeriesView } from '#domain/api/series.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { changeSeries } from './series-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, type ControlAttributes } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { focusField, useSubmit } from '../ui/use-submit.ts'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface SeriesDialogProps {
  series: SeriesView
  onClose: () => void
  onChanged: () => void
}

interface SeriesValues {
  prefix: string
  width: string
  isRestarted: boolean
  start: string
}

const parseWholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

function problemsOf({ prefix, width, isRestarted, start }: SeriesValues): FieldProblem[] {
  const problems = validateSeries({ prefix: prefix.trim(), width: parseWholeNumber(width) })
  const first = parseWholeNumber(start)
  if (isRestarted && !(first >= 1 && first <= maxStart))
    problems.push({
      field: 'start',
      message: t('Start should be a whole number from 1 to {maxStart}', { maxStart }),
    })
  return problems
}

const nextCodes = (text: string): ReactNode => <strong className="series-code">{text}</strong>

/** Previews the codes that the typed format would generate; saves on Save only. */
export function SeriesDialog({ series, onClose, onChanged }: SeriesDialogProps): ReactNode {
  const [typed, setTyped] = useState<SeriesValues>({
    prefix: series.prefix,
    width: String(series.width),
    isRestarted: false,
    start: '1',
  })
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: (change: Parameters<typeof changeSeries>[1]) => changeSeries(series.entity, change),
    success: (changed) => {
      const [next = ''] = previewCodes(changed, changed.last + 1, 1)
      return t('The next {label} is {next}', { label: t(series.label), next })
    },
    failure: (error) => ({ text: t('Nothing was changed'), detail: sentenceOf(error) }),
    onSuccess: onChanged,
  })
  const wrong = problemsOf(typed)
  const problemOf = (field: string): string | undefined =>
    wrong.find((each) => each.field === field)?.message ?? problems[field]
  const type = (change: Partial<SeriesValues>): void => {
    clearProblems()
    setTyped((now) => ({ ...now, ...change }))
  }
  const format = { prefix: typed.prefix.trim(), width: parseWholeNumber(typed.width) }
  const first = typed.isRestarted ? parseWholeNumber(typed.start) : series.last + 1
  const codes = previewCodes(format, first)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    if (wrong.length === 0) return void submit({ ...format, start: typed.isRestarted ? first : null }, form)
    notify(null)
    focusField(form, { [wrong[0]!.field]: wrong[0]!.message }, {})
  }
  const input = (name: 'prefix' | 'width' | 'start', attributes: ControlAttributes): ReactNode => (
    <input
      {...attributes}
      className="control"
      name={name}
      autoComplete="off"
      inputMode={name === 'prefix' ? 'text' : 'numeric'}
      maxLength={name === 'prefix' ? maxPrefix : 10}
      value={typed[name]}
      onChange={(event) => type({ [name]: event.target.value })}
    />
  )
  return (
    <Dialog heading={t('Format of new {label}s', { label: t(series.label) })} onClose={onClose}>
      <form className="series-form" noValidate onSubmit={onSubmit}>
        <Field
          label={t('Prefix')}
          hint={t('Letters, digits, - and /; may be empty')}
          problem={problemOf('prefix')}
          isOptional
        >
          {(attributes) => input('prefix', attributes)}
        </Field>
        <Field label={t('Digits')} hint={t('At least this many')} problem={problemOf('width')}>
          {(attributes) => input('width', attributes)}
        </Field>
        <fieldset className="field">
          <legend className="field-label">{t('Number of the next code')}</legend>
          <div className="choices">
            {[false, true].map((isRestarted) => (
              <label key={String(isRestarted)} className="choice">
                <input
                  type="radio"
                  name="isAnew"
                  checked={typed.isRestarted === isRestarted}
                  onChange={() => type({ isRestarted })}
                />
                {isRestarted ? t('Start at …') : t('Continue with {number}', { number: series.last + 1 })}
              </label>
            ))}
          </div>
        </fieldset>
        {typed.isRestarted && (
          <Field label={t('Start at')} problem={problemOf('start')}>
            {(attributes) => input('start', attributes)}
          </Field>
        )}
        <output className="series-preview">
          {wrong.length === 0 && (
            <RichText
              message="Next: <codes>{first}, {second} then {third}</codes>"
              values={{ first: codes[0]!, second: codes[1]!, third: codes[2]! }}
              tags={{ codes: nextCodes }}
            />
          )}
        </output>
        <p className="field-hint">{t('Existing codes do not change.')}</p>
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {isBusy ? t('Saving…') : t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
