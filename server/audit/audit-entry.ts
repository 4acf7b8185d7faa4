import type { AuditEntry, AuditFact } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { mask } from '#domain/mask.ts'
import type { Row } from '../store/dialect.ts'

type Values = Readonly<Record<string, unknown>>

/** A row of either book, as it is read: in words, with what changed, and nothing sensitive in full. */
export function entryOf(row: Row): AuditEntry {
  const name = row['entity'] as string | null
  const entity = catalogue.find((each) => each.name === name)
  const [before, after] = [valuesIn(row['before_values']), valuesIn(row['after_values'])]
  const details = valuesIn(row['details'])
  const isPassword = name === 'account' && typeof after?.['password'] === 'string'
  return {
    id: String(row['id']),
    at: String(row['at']),
    by: String(row['actor_name']),
    byId: row['actor_id'] as string | null,
    address: row['address'] as string | null,
    action: isPassword ? 'password' : String(row['action']),
    entity: name,
    record: row['record_id'] as string | null,
    name: nameIn(entity, after ?? before ?? details ?? {}),
    facts: factsOf(entity, before, after ?? details),
  }
}

const valuesIn = (cell: unknown): Values | null =>
  typeof cell === 'string' ? (JSON.parse(cell) as Values) : null

function nameIn(entity: Entity | undefined, values: Values): string | null {
  if (entity) return Object.hasOwn(values, entity.sortedBy) ? nameRecord(entity, values as never) : null
  const word = values['username'] ?? values['name'] ?? values['as'] ?? values['email']
  return typeof word === 'string' ? word : null
}

function factsOf(entity: Entity | undefined, before: Values | null, after: Values | null): AuditFact[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [textOf(entity, name, before), textOf(entity, name, after)]
    if (sameIn(before, after, name) || (!was && !is)) return []
    return [{ label: labelOf(entity, name), before: was || null, after: is || null }]
  })
}

// What is masked may look the same and yet have changed.
const sameIn = (before: Values | null, after: Values | null, name: string): boolean =>
  JSON.stringify(before?.[name] ?? null) === JSON.stringify(after?.[name] ?? null)

function textOf(entity: Entity | undefined, name: string, values: Values | null): string {
  const value = values?.[name]
  if (value === undefined || value === null) return ''
  const field = entity?.fields[name]
  const text = field ? field.show(value as Value) : typeof value === 'string' ? value : JSON.stringify(value)
  return field?.sensitive ? mask(text) : text
}

const labelOf = (entity: Entity | undefined, name: string): string =>
  entity?.fields[name]?.label ?? `${name[0]!.toUpperCase()}${name.slice(1)}`
