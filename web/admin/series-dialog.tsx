import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import { codesToCome, mostPrefix, mostStart, problemsOfSeries, type SeriesShown } from '#domain/series.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { changeSeries } from '../api/series.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, type ControlAttributes } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'

interface SeriesDialogProps {
  series: SeriesShown
  onClose: () => void
  onChanged: () => void
}

interface Typed {
  prefix: string
  width: string
  isAnew: boolean
  start: string
}

const wholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

function problemsOf({ prefix, width, isAnew, start }: Typed): FieldProblem[] {
  const problems = problemsOfSeries({ prefix: prefix.trim(), width: wholeNumber(width) })
  const first = wholeNumber(start)
  if (isAnew && !(first >= 1 && first <= mostStart))
    problems.push({ field: 'start', message: `Start should be a whole number from 1 to ${mostStart}` })
  return problems
}

/** What is typed is shown at once as the codes it would make; nothing is changed before Save. */
export function SeriesDialog({ series, onClose, onChanged }: SeriesDialogProps): ReactNode {
  const [typed, setTyped] = useState<Typed>({
    prefix: series.prefix,
    width: String(series.width),
    isAnew: false,
    start: '1',
  })
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const wrong = problemsOf(typed)
  const problemOf = (field: string): string | undefined =>
    [...wrong, ...refused].find((each) => each.field === field)?.message
  const type = (change: Partial<Typed>): void => {
    setRefused([])
    setTyped((now) => ({ ...now, ...change }))
  }
  const look = { prefix: typed.prefix.trim(), width: wholeNumber(typed.width) }
  const first = typed.isAnew ? wholeNumber(typed.start) : series.last + 1
  const focusOn = (field: string | undefined): void =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${field}]:not([type=radio])`)?.focus()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    if (wrong.length > 0) return focusOn(wrong[0]!.field)
    setBusy(true)
    try {
      const changed = await changeSeries(series.entity, { ...look, start: typed.isAnew ? first : null })
      const [next] = codesToCome(changed, changed.last + 1, 1)
      notify({ tone: 'good', text: `The next ${series.label} is ${next}` })
      onChanged()
    } catch (error) {
      const errors = error instanceof ApiProblem ? error.errors : []
      setRefused(errors)
      notify({ tone: 'bad', text: 'Nothing was changed', detail: sentenceOf(error) })
      focusOn(errors[0]?.field)
    }
    setBusy(false)
  }
  const input = (name: 'prefix' | 'width' | 'start', attributes: ControlAttributes): ReactNode => (
    <input
      {...attributes}
      className="control"
      name={name}
      autoComplete="off"
      inputMode={name === 'prefix' ? 'text' : 'numeric'}
      maxLength={name === 'prefix' ? mostPrefix : 10}
      value={typed[name]}
      onChange={(event) => type({ [name]: event.target.value })}
    />
  )
  return (
    <Dialog heading={`${series.label}s from now on`} onClose={onClose}>
      <form ref={form} className="series-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Prefix"
          hint="Letters, digits, - and /; may be empty"
          problem={problemOf('prefix')}
          isOptional
        >
          {(attributes) => input('prefix', attributes)}
        </Field>
        <Field label="Digits" hint="At least this many" problem={problemOf('width')}>
          {(attributes) => input('width', attributes)}
        </Field>
        <fieldset className="field">
          <legend className="field-label">Number of the next code</legend>
          <div className="choices">
            {[false, true].map((isAnew) => (
              <label key={String(isAnew)} className="choice">
                <input
                  type="radio"
                  name="isAnew"
                  checked={typed.isAnew === isAnew}
                  onChange={() => type({ isAnew })}
                />
                {isAnew ? 'Start at …' : `Go on with ${series.last + 1}`}
              </label>
            ))}
          </div>
        </fieldset>
        {typed.isAnew && (
          <Field label="Start at" problem={problemOf('start')}>
            {(attributes) => input('start', attributes)}
          </Field>
        )}
        <output className="series-preview">
          {wrong.length === 0 && (
            <>
              Next: <strong className="series-code">{listInWords(codesToCome(look, first), 'then')}</strong>
            </>
          )}
        </output>
        <p className="field-hint">Codes that were dealt out stay as they are.</p>
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
