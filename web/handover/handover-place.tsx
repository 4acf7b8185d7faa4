import type { ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import type { HandoverValues } from './handover-form.ts'
import { t } from '#domain/messages/t.ts'

interface TerritoryFieldProps {
  values: HandoverValues
  set: (change: Partial<HandoverValues>) => void
}

/** Chooses a part of the territory: a level and a code. */
export function TerritoryField({ values, set }: TerritoryFieldProps): ReactNode {
  const { level, words } = territoryLevels.find(({ field }) => field === values.level)!
  return (
    <div className="handover-days">
      <Field label={t('Level')}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="level"
            value={values.level}
            onChange={(event) => set({ level: event.target.value, place: '' })}
          >
            {territoryLevels.map((each) => (
              <option key={each.field} value={each.field}>
                {t(each.words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t(words)}>
        {(attributes) => (
          <Combobox
            key={level}
            name="place"
            label={t(words)}
            value={values.place}
            attributes={attributes}
            load={(q) =>
              fetchOptions({ entity: labelsOf(level), of: values.level, with: [], constraints: {}, q })
            }
            onChoose={(place) => set({ place })}
          />
        )}
      </Field>
    </div>
  )
}
