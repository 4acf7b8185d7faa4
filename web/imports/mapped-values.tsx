import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { MappedValue, UnknownReference } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { mappedValues } from '../api/imports.ts'
import { Button } from '../ui/button.tsx'
import { counted } from './import-words.ts'
import { MeaningChooser } from './meaning-chooser.tsx'
import type { StepProps } from './step-props.ts'
import { mapValue } from './unknown-references.tsx'

const shownAtOnce = 30

/** As they were in one version of the import. */
interface Loaded {
  mapped: readonly MappedValue[]
  of: string
}

interface MappedValuesProps extends Pick<StepProps, 'desk' | 'mayChange'> {
  /** Those that stand among the unknown ones still. */
  besides?: readonly UnknownReference[]
}

/** Values of the file that were given a meaning, here or for a file before: all of them stay in sight and can be changed. */
export function MappedValues({ desk, mayChange, besides = [] }: MappedValuesProps): ReactNode {
  const { job } = desk
  const [{ mapped }, setMapped] = useState<Loaded>({ mapped: [], of: '' })
  const [problem, setProblem] = useState<string>()
  const [most, setMost] = useState(shownAtOnce)
  const heading = useRef<HTMLHeadingElement>(null)
  // The version changes with every change that is saved.
  const of = `${job.version} ${job.state}`
  useEffect(() => {
    const controller = new AbortController()
    mappedValues(job.id, controller.signal).then(
      (list) => {
        setMapped({ mapped: list, of })
        setProblem(undefined)
      },
      (error: unknown) => !controller.signal.aborted && setProblem(sentenceOf(error)),
    )
    return () => controller.abort()
  }, [job.id, of])
  const isElsewhere = ({ field, typed }: MappedValue): boolean =>
    besides.some((each) => each.field === field && each.typed === typed)
  const shown = mapped.filter((each) => !isElsewhere(each))
  if (problem) return <p className="field-problem">{problem}</p>
  if (shown.length === 0) return null
  return (
    <section className="imports-unknown" aria-labelledby="mapped">
      <h3 id="mapped" ref={heading} tabIndex={-1}>
        Values with a chosen meaning
      </h3>
      <p className="field-hint">
        {counted(shown.length, 'value')} of this file. Check that each one is right: it applies to all its
        rows and is remembered for the next file. <Link to="/imports#remembered">Remembered values</Link>
      </p>
      <ul>
        {shown.slice(0, most).map((each) => (
          <Mapped
            // What was chosen anew begins anew.
            key={`${each.field} ${each.typed} ${each.meaning}`}
            entity={job.entity}
            each={each}
            isFixed={!mayChange || job.state === 'done'}
            onMap={(code) => {
              // The button goes with its row.
              if (code === undefined) heading.current?.focus()
              mapValue(desk, each.field, each.typed, code)
            }}
          />
        ))}
      </ul>
      {shown.length > most && (
        <Button onClick={() => setMost(most + shownAtOnce)}>
          {counted(shown.length - most, 'more', 'more')}
        </Button>
      )}
    </section>
  )
}

interface MappedProps {
  entity: string
  each: MappedValue
  isFixed: boolean
  onMap: (code: string | null | undefined) => void
}

function Mapped({ entity, each, isFixed, onMap }: MappedProps): ReactNode {
  const { field: name, typed, rows } = each
  const [isChanging, setChanging] = useState(false)
  const id = useId()
  const label = entityNamed(entity).fields[name]?.label ?? name
  return (
    <li>
      <p id={id}>
        {label} <strong className="imports-typed">{typed}</strong>: {counted(rows, 'row')}
      </p>
      <div>
        <p className="imports-meaning">
          <span>{meaningInWords(each)}</span>
          {!isFixed && (
            <>
              <button
                type="button"
                className="link"
                aria-describedby={id}
                aria-expanded={isChanging}
                onClick={() => setChanging(!isChanging)}
              >
                Change
              </button>
              <button type="button" className="link" aria-describedby={id} onClick={() => onMap(undefined)}>
                Remove
              </button>
            </>
          )}
        </p>
        {isChanging && !isFixed && (
          <MeaningChooser
            entity={entity}
            field={name}
            typed={typed}
            describedBy={id}
            onChoose={(code) => {
              setChanging(false)
              onMap(code)
            }}
          />
        )}
      </div>
    </li>
  )
}

/** "means 5 GST 5 %" */
export const meaningInWords = ({ meaning, title }: Pick<MappedValue, 'meaning' | 'title'>): string => {
  if (meaning === null) return 'is left empty'
  return title && title !== meaning ? `means ${meaning} ${title}` : `means ${meaning}`
}
