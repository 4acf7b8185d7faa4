import { useId, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../messages/rich-text.tsx'
import { ReferenceChooser } from '../rows/reference-chooser.tsx'
import type { StepProps } from './step-props.ts'
import { t } from '#domain/messages/t.ts'

/** Values for fields without a column, the same in every row: "Country Code: IN for all rows". */
export function FixedValues({
  handle,
  canChange,
  missing,
}: Pick<StepProps, 'handle' | 'canChange'> & { missing: readonly string[] }): ReactNode {
  const { job, change } = handle
  const { fixed, columns } = job.settings
  const { fields } = entityNamed(job.entity)
  const [chosen, setChosen] = useState('')
  const id = useId()
  const open = Object.keys(fields).filter(
    (name) =>
      !columns.includes(name) && !Object.hasOwn(fixed, name) && fields[name]!.presence !== 'generated',
  )
  const field = open.includes(chosen) ? fields[chosen] : undefined
  const set = (name: string, value: string | undefined): void =>
    void change((settings) => {
      const { [name]: _, ...others } = settings.fixed
      return { settings: { fixed: value === undefined ? others : { ...others, [name]: value } } }
    })
  const entries = Object.entries(fixed)
  if (entries.length === 0 && (!canChange || open.length === 0)) return null
  return (
    <section className="imports-fixed" aria-labelledby={id}>
      <h3 id={id}>{t('The same value in all rows')}</h3>
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, value]) => (
            <li key={name} className="imports-meaning">
              <RichText
                message="{field}: <strong>{value}</strong>"
                values={{ field: t(fields[name]?.label ?? name), value }}
                tags={{ strong: (text) => <span>{text}</span> }}
              />
              {canChange && (
                <button
                  type="button"
                  className="link"
                  aria-label={t('Remove {label}', { label: t(fields[name]?.label ?? name) })}
                  onClick={() => set(name, undefined)}
                >
                  {t('Remove')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && open.length > 0 && (
        <div className="imports-fixed-new">
          <select
            className="control"
            aria-label={t('Field without a column')}
            value={field ? chosen : ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{t('Choose a field without a column…')}</option>
            {[
              ...missing.filter((name) => open.includes(name)),
              ...open.filter((name) => !missing.includes(name)),
            ].map((name) => (
              <option key={name} value={name}>
                {missing.includes(name)
                  ? t('{label} (required)', { label: t(fields[name]!.label) })
                  : t(fields[name]!.label)}
              </option>
            ))}
          </select>
          {field && (
            <FixedValue
              key={chosen}
              name={chosen}
              field={field}
              onSet={(value) => {
                set(chosen, value)
                setChosen('')
              }}
            />
          )}
        </div>
      )}
    </section>
  )
}

interface FixedValueProps {
  name: string
  field: FieldDeclaration
  onSet: (value: string) => void
}

function FixedValue({ name, field, onSet }: FixedValueProps): ReactNode {
  const { reference, typedIn } = field
  const [typed, setTyped] = useState('')
  const label = t('{label} of all rows', { label: t(field.label) })
  if (reference)
    return (
      <ReferenceChooser
        name={name}
        reference={reference}
        label={label}
        listLabel={t(field.label)}
        onChoose={onSet}
      />
    )
  if (typedIn.as === 'choice')
    return (
      <select className="control" aria-label={label} value="" onChange={(event) => onSet(event.target.value)}>
        <option value="">{t('Choose…')}</option>
        {(typedIn.choices ?? []).map((each) => (
          <option key={each} value={each}>
            {t(each)}
          </option>
        ))}
      </select>
    )
  return (
    <form
      className="imports-fixed-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') onSet(typed.trim())
      }}
    >
      <input
        className="control"
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{t('Use for all rows')}</Button>
    </form>
  )
}
