import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { mask } from '#domain/mask.ts'
import { sectionsOf } from '../entity/sections.ts'
import { RecordPart } from './record-part.tsx'
import { recordPath } from './record-path.ts'
import { fieldNamesOf, labelOf, textOf } from './shown-field.ts'

/** Every value under the headings of the form; what refers to another record leads there. */
export function RecordValues({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const sections = sectionsOf[entity.name] ?? [{ legend: '', fields: fieldNamesOf(entity, record) }]
  return (
    <RecordPart heading="Values">
      {sections.map(({ legend, fields }) => (
        <div key={legend}>
          {legend && <h3>{legend}</h3>}
          <dl className="record-values">
            {fields.map((name) => (
              <div key={name}>
                <dt>{labelOf(entity, name)}</dt>
                <dd>
                  <ShownValue entity={entity} name={name} record={record} />
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
}: {
  entity: Entity
  name: string
  record: StoredRecord
}): ReactNode {
  const { sensitive, reference } = entity.fields[name] ?? {}
  const value = record[name] ?? null
  const text = textOf(entity, name, value)
  if (!text) return <span className="record-none">none</span>
  if (sensitive) return mask(text)
  const target = reference && entityNamed(reference.entity)
  // Only where the one code names the one record.
  if (target?.key.length !== 1 || target.key[0] !== reference?.field) return text
  const codes = Array.isArray(value) ? (value as string[]) : [text]
  return codes.map((code, at) => (
    <span key={code}>
      {at > 0 && ', '}
      <Link to={recordPath(target, code)}>{code}</Link>
    </span>
  ))
}
