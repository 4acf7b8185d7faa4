import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportSettings, UnknownReference } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { unknownReferences } from '../api/imports.ts'
import { Button } from '../ui/button.tsx'
import { counted } from './import-words.ts'
import { MeaningChooser } from './meaning-chooser.tsx'
import type { StepProps } from './step-props.ts'
import type { JobDesk } from './use-import-job.ts'

const shownAtOnce = 30

interface Unknowns {
  list: readonly UnknownReference[]
  problem: string | undefined
}

/** Values that refer to nothing, as the last check found them; what is mapped since stays in sight until the next one. */
export function useUnknown({ job }: JobDesk): Unknowns {
  const [unknowns, setUnknowns] = useState<Unknowns>({ list: [], problem: undefined })
  const isLoaded = useRef(false)
  const isFresh = job.state === 'rehearsed'
  useEffect(() => {
    if (!isFresh && isLoaded.current) return undefined
    isLoaded.current = true
    const controller = new AbortController()
    unknownReferences(job.id, controller.signal).then(
      (list) => setUnknowns({ list, problem: undefined }),
      (error: unknown) => {
        if (!controller.signal.aborted) setUnknowns({ list: [], problem: sentenceOf(error) })
      },
    )
    return () => controller.abort()
  }, [isFresh, job.id])
  return unknowns
}

/** Says what a value means in this import; undefined takes that back. */
export const mapValue = (
  { change }: JobDesk,
  field: string,
  typed: string,
  code: string | null | undefined,
): void =>
  void change(({ references }) => {
    const { [typed]: _, ...others } = references[field] ?? {}
    const own = code === undefined ? others : { ...others, [typed]: code }
    return { settings: { references: { ...references, [field]: own } } }
  })

/** Values that refer to nothing: what is meant is said once for all the rows that have them. */
export function UnknownReferences({
  desk,
  mayChange,
  unknowns: { list: unknown, problem },
}: Pick<StepProps, 'desk' | 'mayChange'> & { unknowns: Unknowns }): ReactNode {
  const { job } = desk
  const [most, setMost] = useState(shownAtOnce)
  if (problem) return <p className="field-problem">{problem}</p>
  if (unknown.length === 0) return null
  const rows = unknown.reduce((sum, each) => sum + each.rows, 0)
  return (
    <section className="imports-unknown" aria-labelledby="unknown">
      <h3 id="unknown">Not known: say once what is meant</h3>
      <p className="field-hint">
        {counted(unknown.length, 'value')} in {counted(rows, 'row')}. What you choose holds for all of them,
        and for the next file.
      </p>
      <ul>
        {unknown.slice(0, most).map((each) => (
          <Unknown
            key={`${each.field} ${each.typed}`}
            entity={job.entity}
            each={each}
            meaning={meaningOf(job.settings, each)}
            isFixed={!mayChange}
            onMap={(code) => mapValue(desk, each.field, each.typed, code)}
          />
        ))}
      </ul>
      {unknown.length > most && (
        <Button onClick={() => setMost(most + shownAtOnce)}>
          {counted(unknown.length - most, 'more', 'more')}
        </Button>
      )}
    </section>
  )
}

const meaningOf = (
  { references }: ImportSettings,
  { field, typed }: UnknownReference,
): string | null | undefined => references[field]?.[typed]

interface UnknownProps {
  entity: string
  each: UnknownReference
  /** The code it stands for, null for none; undefined as long as nobody has said. */
  meaning: string | null | undefined
  isFixed: boolean
  onMap: (code: string | null | undefined) => void
}

function Unknown({ entity, each, meaning, isFixed, onMap }: UnknownProps): ReactNode {
  const { field: name, typed, rows, suggestions } = each
  const id = useId()
  const label = entityNamed(entity).fields[name]?.label ?? name
  return (
    <li>
      <p id={id}>
        {label} <strong className="imports-typed">{typed}</strong>: {counted(rows, 'row')}
      </p>
      {meaning !== undefined ? (
        <p className="imports-meaning">
          <span>{meaning === null ? 'is left empty' : `means ${meaning}`}</span>
          {!isFixed && (
            <button type="button" className="link" aria-describedby={id} onClick={() => onMap(undefined)}>
              Change
            </button>
          )}
        </p>
      ) : (
        !isFixed && (
          <MeaningChooser
            entity={entity}
            field={name}
            typed={typed}
            suggestions={suggestions}
            describedBy={id}
            onChoose={onMap}
          />
        )
      )}
    </li>
  )
}
