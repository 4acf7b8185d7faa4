import { useId, useRef, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { MappedValue, UnknownReference } from '#domain/api/imports/import-rows.ts'
import { mappedValues } from '../imports-api.ts'
import { Button } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { MeaningChooser } from './meaning-chooser.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { mapValue } from './unknown-references.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const pageSize = 30

interface MappedValuesProps extends Pick<StepProps, 'handle' | 'canChange'> {
  /** Values that are still listed as unknown. */
  exclude?: readonly UnknownReference[]
}

/** Lists the file's values that have a chosen meaning, from this import or an earlier one, so that each can be changed. */
export function MappedValues({ handle, canChange, exclude = [] }: MappedValuesProps): ReactNode {
  const { job } = handle
  const [limit, setLimit] = useState(pageSize)
  const heading = useRef<HTMLHeadingElement>(null)
  // Every saved change increments the version.
  const {
    data: mapped = [],
    error,
    reload,
  } = useQuery([job.id, job.version, job.state], (signal) => mappedValues(job.id, signal))
  const isExcluded = ({ field, typed }: MappedValue): boolean =>
    exclude.some((each) => each.field === field && each.typed === typed)
  const shown = mapped.filter((each) => !isExcluded(each))
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (shown.length === 0) return null
  return (
    <section className="imports-unknown" aria-labelledby="mapped">
      <h3 id="mapped" ref={heading} tabIndex={-1}>
        {t('Values with a chosen meaning')}
      </h3>
      <p className="field-hint">
        {t(
          '{count, plural, one {# value} other {# values}} of this file. Check that each one is right: it applies to all its rows and is remembered for the next file.',
          { count: shown.length },
        )}{' '}
        <Link to="/imports#remembered">{t('Remembered values')}</Link>
      </p>
      <ul>
        {shown.slice(0, limit).map((each) => (
          <MappedValueRow
            // A new meaning resets the state of the row.
            key={`${each.field} ${each.typed} ${each.meaning}`}
            entity={job.entity}
            each={each}
            isReadOnly={!canChange || job.state === 'done'}
            onMap={(code) => {
              // The button is removed with its row, so focus moves to the heading.
              if (code === undefined) heading.current?.focus()
              mapValue(handle, each.field, each.typed, code)
            }}
          />
        ))}
      </ul>
      {shown.length > limit && (
        <Button onClick={() => setLimit(limit + pageSize)}>
          {t('{count, number} more', { count: shown.length - limit })}
        </Button>
      )}
    </section>
  )
}

interface MappedValueRowProps {
  entity: string
  each: MappedValue
  isReadOnly: boolean
  onMap: (code: string | null | undefined) => void
}

function MappedValueRow({ entity, each, isReadOnly, onMap }: MappedValueRowProps): ReactNode {
  const { field: name, typed, rows } = each
  const [isChanging, setChanging] = useState(false)
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
      <div>
        <p className="imports-meaning">
          <span>{describeMeaning(each)}</span>
          {!isReadOnly && (
            <>
              <button
                type="button"
                className="link"
                aria-describedby={id}
                aria-expanded={isChanging}
                onClick={() => setChanging(!isChanging)}
              >
                {t('Change')}
              </button>
              <button type="button" className="link" aria-describedby={id} onClick={() => onMap(undefined)}>
                {t('Remove')}
              </button>
            </>
          )}
        </p>
        {isChanging && !isReadOnly && (
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
export const describeMeaning = ({ meaning, title }: Pick<MappedValue, 'meaning' | 'title'>): string => {
  if (meaning === null) return t('is left empty')
  return title && title !== meaning
    ? t('means {meaning} {title}', { meaning, title })
    : t('means {meaning}', { meaning })
}
