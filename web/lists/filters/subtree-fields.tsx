import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { fetchOptions } from '../../api/options.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RemoveButton } from './filter-test.tsx'
import { levelsOf } from './levels-of.ts'
import type { SubtreeFilter } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

interface SubtreeFieldsProps {
  entity: Entity
  below: readonly SubtreeFilter[]
  onChange: (below: readonly SubtreeFilter[]) => void
}

/** "Everything in zone W": filters by a node of the territory or of the organisation, at any depth. */
export function SubtreeFields({ entity, below, onChange }: SubtreeFieldsProps): ReactNode {
  const levels = levelsOf(entity)
  return (
    <fieldset className="filter-below">
      <legend className="field-label">{t('Everything in')}</legend>
      {below.map((each, at) => {
        const level = levels.find(({ name }) => name === each.entity) ?? levels[0]!
        const code = level.key.at(-1)!
        return (
          <div key={at} className="filter-test filter-test-below">
            <select
              className="control"
              name={`below ${at + 1}`}
              aria-label={t('Level')}
              value={each.entity}
              onChange={(event) => onChange(below.with(at, { entity: event.target.value, code: '' }))}
            >
              {levels.map(({ name, singular }) => (
                <option key={name} value={name}>
                  {t(singular)}
                </option>
              ))}
            </select>
            <Combobox
              key={level.name}
              name={`code below ${at + 1}`}
              label={t(level.singular)}
              value={each.code}
              attributes={labelledBy(t('Which {level}', { level: labelInSentence(t(level.singular)) }))}
              load={(q) =>
                fetchOptions({
                  entity: entityNamed(level.name),
                  of: code,
                  with: [],
                  constraints: { retired: 'true' },
                  q,
                })
              }
              onChoose={(value) => onChange(below.with(at, { entity: level.name, code: value }))}
            />
            <RemoveButton label={t('Remove this filter')} onClick={() => onChange(below.toSpliced(at, 1))} />
          </div>
        )
      })}
      <Button tone="quiet" onClick={() => onChange([...below, { entity: levels[0]!.name, code: '' }])}>
        <Icon name="plus" />
        {levels
          .slice(0, 3)
          .map(({ singular }) => t(singular))
          .join(', ')}
        {levels.length > 3 && '…'}
      </Button>
    </fieldset>
  )
}

const labelledBy = (
  label: string,
): { id: string; 'aria-describedby': undefined; 'aria-invalid': undefined } => {
  const attributes = {
    id: `below-${label.replaceAll(' ', '-')}`,
    'aria-describedby': undefined,
    'aria-invalid': undefined,
    'aria-label': label,
  }
  return attributes
}
