import { useEffect, useId, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportSettings, UnknownReference } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { unknownReferences } from '../api/imports.ts'
import { fetchOptions } from '../api/options.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { counted } from './import-words.ts'
import type { StepProps } from './step-props.ts'

const shownAtOnce = 30

/** Values that refer to nothing: what is meant is said once for all the rows that have them. */
export function UnknownReferences({ desk, mayChange }: StepProps): ReactNode {
  const { job, change } = desk
  const [unknown, setUnknown] = useState<readonly UnknownReference[]>([])
  const [problem, setProblem] = useState<string>()
  const [most, setMost] = useState(shownAtOnce)
  // Only a rehearsal finds them; what is mapped since stays in sight until the next one.
  const isFresh = job.state === 'rehearsed'
  useEffect(() => {
    if (!isFresh) return undefined
    const controller = new AbortController()
    unknownReferences(job.id, controller.signal).then(setUnknown, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(sentenceOf(error))
    })
    return () => controller.abort()
  }, [isFresh, job.id])
  if (problem) return <p className="field-problem">{problem}</p>
  if (unknown.length === 0) return null

  const map = (field: string, typed: string, code: string | null | undefined): void =>
    void change(({ references }) => {
      const { [typed]: _, ...others } = references[field] ?? {}
      const own = code === undefined ? others : { ...others, [typed]: code }
      return { settings: { references: { ...references, [field]: own } } }
    })
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
            onMap={(code) => map(each.field, each.typed, code)}
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
  const field = entityNamed(entity).fields[name]
  const id = useId()
  const reference = field?.reference
  const label = field?.label ?? name
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
          <div className="imports-meanings">
            {suggestions.map(({ code, name: words }) => (
              <Button key={code} aria-describedby={id} onClick={() => onMap(code)}>
                {words && words !== code ? `${code} ${words}` : code}
              </Button>
            ))}
            {reference && (
              <div className="imports-other">
                <label className="for-readers" htmlFor={`${id}-other`}>
                  Another {label} for {typed}
                </label>
                <Combobox
                  name={`${name} ${typed}`}
                  label={label}
                  value=""
                  isCollecting
                  attributes={{
                    id: `${id}-other`,
                    'aria-describedby': undefined,
                    'aria-invalid': undefined,
                  }}
                  load={(q) =>
                    fetchOptions({
                      entity: entityNamed(reference.entity),
                      of: reference.field,
                      with: [],
                      constraints: {},
                      q,
                    })
                  }
                  onChoose={(_, option) => option && onMap(option.value)}
                />
              </div>
            )}
            {field?.presence !== 'required' && (
              <Button tone="quiet" aria-describedby={id} onClick={() => onMap(null)}>
                Leave empty
              </Button>
            )}
          </div>
        )
      )}
    </li>
  )
}
