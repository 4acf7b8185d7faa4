import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { fetchOptions } from '../api/options.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Icon } from '../ui/icon.tsx'
import { TakeOut } from './filter-test.tsx'
import { levelsOf, type Below } from './list-address.ts'

interface BelowFieldsProps {
  entity: Entity
  below: readonly Below[]
  onChange: (below: readonly Below[]) => void
}

/** "Everything in zone W": all that lies below a part of the territory or of the firm, at any depth. */
export function BelowFields({ entity, below, onChange }: BelowFieldsProps): ReactNode {
  const levels = levelsOf(entity)
  return (
    <fieldset className="filter-below">
      <legend className="field-label">Everything in</legend>
      {below.map((each, at) => {
        const level = levels.find(({ name }) => name === each.entity) ?? levels[0]!
        const code = level.key.at(-1)!
        return (
          <div key={at} className="filter-test filter-test-below">
            <select
              className="control"
              name={`below ${at + 1}`}
              aria-label="Everything in which"
              value={each.entity}
              onChange={(event) => onChange(below.with(at, { entity: event.target.value, code: '' }))}
            >
              {levels.map(({ name, singular }) => (
                <option key={name} value={name}>
                  {singular}
                </option>
              ))}
            </select>
            <Combobox
              key={level.name}
              name={`code below ${at + 1}`}
              label={level.singular}
              value={each.code}
              attributes={named(`Which ${level.singular.toLowerCase()}`)}
              load={(q) =>
                fetchOptions({ entity: entityNamed(level.name), of: code, with: [], constraints: {}, q })
              }
              onChoose={(value) => onChange(below.with(at, { entity: level.name, code: value }))}
            />
            <TakeOut label="Take this out" onClick={() => onChange(below.toSpliced(at, 1))} />
          </div>
        )
      })}
      <Button tone="quiet" onClick={() => onChange([...below, { entity: levels[0]!.name, code: '' }])}>
        <Icon name="plus" />
        {levels
          .slice(0, 3)
          .map(({ singular }) => singular)
          .join(', ')}
        {levels.length > 3 && '…'}
      </Button>
    </fieldset>
  )
}

const named = (label: string): { id: string; 'aria-describedby': undefined; 'aria-invalid': undefined } => {
  const attributes = {
    id: `below ${label}`.replaceAll(' ', '-'),
    'aria-describedby': undefined,
    'aria-invalid': undefined,
    'aria-label': label,
  }
  return attributes
}
