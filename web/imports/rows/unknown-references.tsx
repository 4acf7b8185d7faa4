import { useId, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { UnknownReference } from '#domain/api/imports/import-rows.ts'
import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import { unknownReferences } from '../imports-api.ts'
import { Button } from '../../ui/button.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { MeaningChooser } from './meaning-chooser.tsx'
import type { StepProps } from '../steps/step-props.ts'
import type { ImportJobHandle } from '../use-import-job.ts'
import { t } from '#domain/messages/t.ts'

const pageSize = 30

interface UnknownValues {
  list: readonly UnknownReference[]
  problem: string
}

/** References the last check could not resolve; values mapped since stay listed until the next check. */
export function useUnknown({ job }: ImportJobHandle): UnknownValues {
  const isFresh = job.state === 'rehearsed'
  const { data, error } = useQuery([job.id, job.sheet], (signal) => unknownReferences(job.id, signal), {
    enabled: (loaded) => isFresh || loaded === undefined,
  })
  return { list: data ?? [], problem: error }
}

/** Sets what a value means in this import; undefined removes the meaning. */
export const mapValue = (
  { change }: ImportJobHandle,
  field: string,
  typed: string,
  code: string | null | undefined,
): void =>
  void change(({ references }) => {
    const { [typed]: _, ...others } = references[field] ?? {}
    const own = code === undefined ? others : { ...others, [typed]: code }
    return { settings: { references: { ...references, [field]: own } } }
  })

/** Accepts the suggestions that need no second look, in one change. */
const acceptAll = ({ change }: ImportJobHandle, values: readonly UnknownReference[]): void =>
  void change(({ references }) => {
    const next = { ...references }
    for (const { field, typed, suggestions } of values)
      next[field] = { ...next[field], [typed]: suggestions[0]!.code }
    return { settings: { references: next } }
  })

/** Lists references that could not be resolved; the user chooses a meaning once for all their rows. */
export function UnknownReferences({
  handle,
  canChange,
  unknowns: { list: unknown, problem },
}: Pick<StepProps, 'handle' | 'canChange'> & { unknowns: UnknownValues }): ReactNode {
  const { job } = handle
  const [limit, setLimit] = useState(pageSize)
  if (problem) return <p className="field-problem">{problem}</p>
  if (unknown.length === 0) return null
  const rows = unknown.reduce((sum, each) => sum + each.rows, 0)
  const certain = unknown.filter(
    (each) => each.isCertain && each.suggestions.length > 0 && meaningOf(job.settings, each) === undefined,
  )
  return (
    <section className="imports-unknown" aria-labelledby="unknown">
      <h3 id="unknown">{t('Unknown values: choose what each one means')}</h3>
      <p className="field-hint">
        {t(
          '{values, plural, one {# value} other {# values}} in {rows, plural, one {# row} other {# rows}}. Applies to all these rows and is remembered for the next file.',
          { values: unknown.length, rows },
        )}
      </p>
      {canChange && certain.length > 1 && (
        <p className="form-actions">
          <Button onClick={() => acceptAll(handle, certain)}>
            {t('Accept all {count, number}', { count: certain.length })}
          </Button>
          <span className="field-hint">
            {t('Accepts the first suggestion where it is nearly the same and no other is close.')}
          </span>
        </p>
      )}
      <ul>
        {unknown.slice(0, limit).map((each) => (
          <UnknownValue
            key={`${each.field} ${each.typed}`}
            entity={job.entity}
            each={each}
            meaning={meaningOf(job.settings, each)}
            isReadOnly={!canChange}
            onMap={(code) => mapValue(handle, each.field, each.typed, code)}
          />
        ))}
      </ul>
      {unknown.length > limit && (
        <Button onClick={() => setLimit(limit + pageSize)}>
          {t('{count, number} more', { count: unknown.length - limit })}
        </Button>
      )}
    </section>
  )
}

const meaningOf = (
  { references }: ImportSettings,
  { field, typed }: UnknownReference,
): string | null | undefined => references[field]?.[typed]

interface UnknownValueProps {
  entity: string
  each: UnknownReference
  /** The chosen code, null for empty, undefined when nothing is chosen yet. */
  meaning: string | null | undefined
  isReadOnly: boolean
  onMap: (code: string | null | undefined) => void
}

function UnknownValue({ entity, each, meaning, isReadOnly, onMap }: UnknownValueProps): ReactNode {
  const { field: name, typed, rows, suggestions } = each
  const id = useId()
  const label = t(entityNamed(entity).fields[name]?.label ?? name)
  return (
    <li>
      <p id={id}>
        <RichText
          message="{field} <strong>{typed}</strong>: {count, plural, one {# row} other {# rows}}"
          values={{ field: label, typed, count: rows }}
          tags={{ strong: (text) => <strong className="imports-typed">{text}</strong> }}
        />
      </p>
      {meaning !== undefined ? (
        <p className="imports-meaning">
          <span>{meaning === null ? t('is left empty') : t('means {meaning}', { meaning })}</span>
          {!isReadOnly && (
            <button type="button" className="link" aria-describedby={id} onClick={() => onMap(undefined)}>
              {t('Change')}
            </button>
          )}
        </p>
      ) : (
        !isReadOnly && (
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
