import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { namesOfCodes } from '../../api/options.ts'
import './conflict.css'
import { Button } from '../../ui/button.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { optionQueryOf } from './cascade.ts'
import { initialState } from './form-state.ts'
import { rebase, touchedFields } from './rebase.ts'
import type { Typed, TypedValues } from './typed.ts'
import type { EntityFormState } from './use-entity-form.ts'
import { RichText, strong } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface ConflictPanelProps {
  form: EntityFormState
  current: StoredRecord
  /** The current record in the format of the form. */
  theirs: TypedValues
}

/** Shown after a concurrent change: both values of every field, to choose one of them. */
export function ConflictPanel({ form, current, theirs }: ConflictPanelProps): ReactNode {
  const { entity, values, replaceState } = form
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const [theirFields, setTheirFields] = useState<ReadonlySet<string>>(new Set())
  // The submit button may be far below the panel.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' })
    panel.current?.focus({ preventScroll: true })
  }, [])
  const touched = touchedFields(entity, form)
  const different = Object.keys(theirs).filter((name) => plainText(theirs[name]) !== plainText(values[name]))
  const names = useNames(entity, different, [theirs, values])
  const text = (name: string, value: Typed = ''): string => {
    const plain = plainText(value)
    if (plain === '') return t('none')
    return entity.fields[name]!.typedIn.as === 'choice' ? t(plain) : nameCodes(value, names[name], plain)
  }
  const choose = (name: string, isTheirs: boolean): void =>
    setTheirFields(
      new Set(isTheirs ? [...theirFields, name] : [...theirFields].filter((each) => each !== name)),
    )
  const option = (name: string, isTheirs: boolean): ReactNode => (
    <label className="choice">
      <input
        type="radio"
        name={`${id} ${name}`}
        checked={theirFields.has(name) === isTheirs}
        onChange={() => choose(name, isTheirs)}
      />
      <RichText
        message={isTheirs ? 'saved: <value>{value}</value>' : 'yours: <value>{value}</value>'}
        values={{ value: text(name, (isTheirs ? theirs : values)[name]) }}
        tags={{ value: strong }}
      />
    </label>
  )
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-label={t('Conflicting changes')}>
      <h3>{t('Someone else has changed {name}', { name: nameRecord(entity, current) })}</h3>
      {different.map((name) =>
        touched.has(name) ? (
          <fieldset key={name}>
            <legend>{t(entity.fields[name]!.label)}</legend>
            {option(name, true)}
            {option(name, false)}
          </fieldset>
        ) : (
          <p key={name}>
            <RichText
              message="{label}, saved: <value>{value}</value>"
              values={{ label: t(entity.fields[name]!.label), value: text(name, theirs[name]) }}
              tags={{ value: strong }}
            />
          </p>
        ),
      )}
      <div className="form-actions">
        <Button onClick={() => replaceState(initialState(entity, { record: current }))}>
          {t('Discard my changes')}
        </Button>
        <Button onClick={() => replaceState(rebase(entity, form, current, theirFields))}>
          {theirFields.size > 0 ? t('Apply the selection') : t('Keep my changes')}
        </Button>
      </div>
    </section>
  )
}

const plainText = (value: Typed = ''): string => [value].flat().join(', ')

/** The names of the codes in these fields; until they are loaded, and without a right to read them, there are none. */
function useNames(entity: Entity, fields: readonly string[], versions: readonly TypedValues[]): Names {
  const codes = fields
    .filter((field) => entity.fields[field]!.reference)
    .map((field) => [field, versions.flatMap((version) => version[field] ?? []).filter(Boolean)] as const)
  const { data = {} } = useQuery([entity, JSON.stringify(codes)], async () => {
    const namesOf = async (field: string, own: readonly string[]): Promise<[string, Names[string]]> => [
      field,
      await namesOfCodes(optionQueryOf(entity, field, {}), own),
    ]
    return Object.fromEntries(await Promise.all(codes.map(([field, own]) => namesOf(field, own))))
  })
  return data
}
