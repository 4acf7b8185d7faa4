import type { ReactNode } from 'react'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../api/use-may.ts'
import { FilterSelect } from './filter-select.tsx'

interface ChangedFieldProps {
  entity: string
  value: string
  onChange: (value: string) => void
}

/** Only fields the account may read can be filtered by. */
export function ChangedField({ entity, value, onChange }: ChangedFieldProps): ReactNode {
  const may = useMay()
  const about = catalogue.find(({ name }) => name === entity)
  if (!about || !may('read', about.name)) return null
  const fields = Object.entries(about.fields).filter(
    ([, { sensitive }]) => !sensitive || may('export', about.name),
  )
  return (
    <FilterSelect
      name="field"
      label={t('Changed field')}
      options={fields.map(([name, { label }]) => [name, label])}
      all={t('Any')}
      value={value}
      onChange={onChange}
    />
  )
}
