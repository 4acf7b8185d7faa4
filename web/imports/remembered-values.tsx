import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RememberedValue } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { changeRemembered, forgetRemembered, rememberedValues } from '../api/imports.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { counted } from './import-words.ts'
import { MeaningChooser } from './meaning-chooser.tsx'

const shownAtOnce = 20

const labelOf = (entity: string, field: string): string => entityNamed(entity).fields[field]?.label ?? field

const ofTheValue: readonly Column<RememberedValue>[] = [
  { label: 'Import into', cell: ({ entity }) => entityNamed(entity).plural },
  { label: 'Field', cell: ({ entity, field }) => (field === null ? 'Heading' : labelOf(entity, field)) },
  { label: 'In the file', cell: ({ typed }) => <strong className="imports-typed">{typed}</strong> },
]

const since = ({ at }: RememberedValue): ReactNode => <Moment at={at} />

const keyOf = ({ entity, field, typed }: RememberedValue): string => [entity, field ?? '', typed].join('\n')

/** What values of files mean in every import from now on: listed, so that a wrong one is found, changed or removed. */
export function RememberedValues(): ReactNode {
  const [values, setValues] = useState<readonly RememberedValue[]>()
  const [problem, setProblem] = useState<string>()
  const [most, setMost] = useState(shownAtOnce)
  useEffect(() => {
    const controller = new AbortController()
    rememberedValues(controller.signal).then(setValues, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(sentenceOf(error))
    })
    return () => controller.abort()
  }, [])
  const heading = useRef<HTMLHeadingElement>(null)
  const may = useMay()
  const save = async (value: RememberedValue, meaning: string | null | undefined): Promise<void> => {
    try {
      const changed = meaning === undefined ? undefined : await changeRemembered(value, meaning)
      if (meaning === undefined) {
        await forgetRemembered(value)
        // The button goes with its row.
        heading.current?.focus()
      }
      setValues((now) => now?.flatMap((each) => (keyOf(each) === keyOf(value) ? (changed ?? []) : [each])))
      notify({
        tone: 'good',
        text: changed ? `${value.typed} has a new meaning` : `${value.typed} is no longer remembered`,
        detail: 'It applies to files that are sent from now on.',
      })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }
  const mayChange = may('update', 'importJob')
  const meaning = (value: RememberedValue): ReactNode => (
    <Meaning value={value} mayChange={mayChange} onSave={save} />
  )
  const columns: readonly Column<RememberedValue>[] = [
    ...ofTheValue,
    { label: 'Means', cell: meaning },
    { label: 'Since', cell: since },
  ]
  return (
    <section className="imports-past" id="remembered" aria-labelledby="remembered-heading">
      <h2 id="remembered-heading" ref={heading} tabIndex={-1}>
        Remembered values
      </h2>
      <p className="field-hint">
        What was chosen for unknown values and headings of earlier files. It is applied to every file that is
        sent.
      </p>
      {problem && <p className="field-problem">{problem}</p>}
      {values?.length === 0 && <p className="list-empty">Nothing yet.</p>}
      {values && values.length > 0 && (
        <DataTable caption="Remembered values" columns={columns} rows={values.slice(0, most)} keyOf={keyOf} />
      )}
      {values && values.length > most && (
        <Button onClick={() => setMost(most + shownAtOnce)}>
          {counted(values.length - most, 'more', 'more')}
        </Button>
      )}
    </section>
  )
}

interface MeaningProps {
  value: RememberedValue
  mayChange: boolean
  onSave: (value: RememberedValue, meaning: string | null | undefined) => Promise<void>
}

function Meaning({ value, mayChange, onSave }: MeaningProps): ReactNode {
  const { entity, field, typed, meaning } = value
  const [isChanging, setChanging] = useState(false)
  const id = useId()
  const words =
    meaning === null
      ? field === null
        ? 'left out'
        : 'left empty'
      : field === null
        ? labelOf(entity, meaning)
        : meaning
  const choose = (code: string | null): void => {
    setChanging(false)
    void onSave(value, code)
  }
  return (
    <div>
      <p className="imports-meaning">
        <span id={id}>{words}</span>
        {mayChange && field !== null && (
          <button
            type="button"
            className="link"
            aria-label={`Change what ${typed} means`}
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            Change
          </button>
        )}
        {mayChange && (
          <button
            type="button"
            className="link"
            aria-label={`Remove ${typed}`}
            onClick={() => void onSave(value, undefined)}
          >
            Remove
          </button>
        )}
      </p>
      {isChanging && field !== null && (
        <MeaningChooser entity={entity} field={field} typed={typed} describedBy={id} onChoose={choose} />
      )}
    </div>
  )
}
