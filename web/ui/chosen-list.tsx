import { useState, type ReactNode } from 'react'
import type { Options } from '../api/options.ts'
import { Combobox } from './combobox.tsx'
import './chips.css'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { t } from '#domain/messages/t.ts'

export interface Chosen {
  code: string
  name: string
}

interface ChosenListProps {
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  isRequired?: boolean
  chosen: readonly Chosen[]
  load: (typed: string) => Promise<Options>
  onChange: (chosen: readonly Chosen[]) => void
}

/** Collects records by searching for one after the other; each is a chip with a button that removes it. */
export function ChosenList(props: ChosenListProps): ReactNode {
  const { name, label, chosen, load, onChange } = props
  const [typed, setTyped] = useState('')
  return (
    <div className="chosen-list">
      <Field label={label} problem={props.problem} {...(props.hint && { hint: props.hint })}>
        {(attributes) => (
          <Combobox
            name={name}
            label={label}
            value={typed}
            attributes={attributes}
            isCollecting
            isRequired={props.isRequired ?? false}
            load={load}
            onChoose={(code, option) => {
              setTyped('')
              if (option && !chosen.some((each) => each.code === code))
                onChange([...chosen, { code, name: option.title ?? code }])
            }}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className="chips" aria-label={label}>
          {chosen.map((each) => (
            <li key={each.code} className="chip">
              {each.name}
              <button
                type="button"
                aria-label={t('Remove {name}', { name: each.name })}
                onClick={() => onChange(chosen.filter(({ code }) => code !== each.code))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
