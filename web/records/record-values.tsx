import type { ReactNode } from 'react'
import { masterNamed } from '#domain/catalogue/entities/masters.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { mask } from '#domain/mask.ts'
import { sectionsOf } from '../masters/form/sections.ts'
import { RecordPart } from './record-part.tsx'
import { recordPath } from '../masters/record-path.ts'
import { fieldNamesOf, labelOf, textOf } from './shown-field.ts'
import { Link } from '../ui/link.tsx'
import type { Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

interface RecordValuesProps {
  entity: Entity
  record: StoredRecord
  /** Field → code → name. */
  names?: Names
}

/** All values under the headings of the form; references link to their records. */
export function RecordValues({ entity, record, names = {} }: RecordValuesProps): ReactNode {
  const sections = sectionsOf()[entity.name] ?? [
    { legend: '', fields: fieldNamesOf(entity, record).filter((name) => !entity.fields[name]?.byAction) },
  ]
  return (
    <RecordPart heading={t('Values')}>
      {sections.map(({ legend, fields }) => (
        <div key={legend}>
          {legend && <h3>{t(legend)}</h3>}
          <dl className="record-values">
            {fields.map((name) => (
              <div key={name}>
                <dt>{labelOf(entity, name)}</dt>
                <dd>
                  <ShownValue entity={entity} name={name} record={record} names={names[name]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </RecordPart>
  )
}

function ShownValue({
  entity,
  name,
  record,
  names,
}: {
  entity: Entity
  name: string
  record: StoredRecord
  names: Names[string] | undefined
}): ReactNode {
  const { sensitive, reference } = entity.fields[name] ?? {}
  const value = record[name] ?? null
  const text = textOf(entity, name, value)
  const nameOf = (code: string): string => (names?.[code] ? `${names[code]} (${code})` : code)
  if (!text) return <span className="record-none">{t('none')}</span>
  if (sensitive) return mask(text)
  const target = reference && masterNamed(reference.entity)
  // Linked only when the code is the whole key of the target.
  if (target?.key.length !== 1 || target.key[0] !== reference?.field) return nameOf(text)
  const codes = Array.isArray(value) ? value : [text]
  return codes.map((code, at) => (
    <span key={code}>
      {at > 0 && ', '}
      <Link to={recordPath(target, code)}>{nameOf(code)}</Link>
    </span>
  ))
}
