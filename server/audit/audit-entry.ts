import type { Actor } from '#domain/access/actor.ts'
import { judge } from '#domain/access/allowances.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import type { AuditEntry, AuditFact } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { mask, maskFields } from '#domain/mask.ts'
import { hiddenFrom } from '../gate.ts'
import type { Row } from '../store/dialect.ts'
import { labelInWords, rightsInWords, valueInWords, type Values } from './audit-words.ts'

/** A row of either book, as it is read: in words, with what changed, and nothing sensitive in full. */
export function entryOf(row: Row, timeZone: string, reader: Actor): AuditEntry {
  const name = row['entity'] as string | null
  const entity = catalogue.find((each) => each.name === name)
  const hidden = entity ? hiddenFrom(reader, entity) : []
  // Of what they may not read, people learn that it changed, and not what it is.
  const isRead = !entity || judge(reader, 'history', entity.name).allowed
  const [before, after] = ['before_values', 'after_values'].map((book) =>
    isRead ? valuesIn(row[book], hidden) : null,
  ) as [Values | null, Values | null]
  const record = row['record_id'] as string | null
  const details = isRead || record === null ? valuesIn(row['details']) : null
  const isRights = name === 'roleRights' && record !== null
  const [was, is] = isRights ? rightsInWords(record, before, after) : [before, after ?? details]
  const isPassword = name === 'account' && typeof after?.['password'] === 'string'
  return {
    id: String(row['id']),
    at: String(row['at']),
    by: String(row['actor_name']),
    byId: row['actor_id'] as string | null,
    address: row['address'] as string | null,
    action: isPassword ? 'password' : String(row['action']),
    entity: name,
    record,
    name: isRights ? nameOfRole(record) : nameIn(entity, after ?? before ?? details ?? {}),
    facts: factsOf(entity, was, is, timeZone),
  }
}

/** Masked before it is compared, where whoever reads it sees it masked: that it changed or not would tell what it is. */
const valuesIn = (cell: unknown, hidden: readonly string[] = []): Values | null =>
  typeof cell === 'string' ? maskFields(JSON.parse(cell) as RecordValues, hidden) : null

function nameIn(entity: Entity | undefined, values: Values): string | null {
  if (entity) return Object.hasOwn(values, entity.sortedBy) ? nameRecord(entity, values as never) : null
  const word = values['username'] ?? values['name'] ?? values['as'] ?? values['email']
  return typeof word === 'string' ? word : null
}

// Whom somebody looked as is what the entry is about.
const toldElsewhere = new Set(['as'])

function factsOf(
  entity: Entity | undefined,
  before: Values | null,
  after: Values | null,
  timeZone: string,
): AuditFact[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [textOf(entity, name, before, timeZone), textOf(entity, name, after, timeZone)]
    if (toldElsewhere.has(name) || sameIn(before, after, name) || (!was && !is)) return []
    return [
      { label: entity?.fields[name]?.label ?? labelInWords(name), before: was || null, after: is || null },
    ]
  })
}

// What is masked may look the same and yet have changed.
const sameIn = (before: Values | null, after: Values | null, name: string): boolean =>
  JSON.stringify(before?.[name] ?? null) === JSON.stringify(after?.[name] ?? null)

function textOf(entity: Entity | undefined, name: string, values: Values | null, timeZone: string): string {
  const value = values?.[name]
  if (value === undefined || value === null) return ''
  const field = entity?.fields[name]
  const text = field ? field.show(value as Value, timeZone) : valueInWords(name, value, timeZone)
  return field?.sensitive ? mask(text) : text
}
