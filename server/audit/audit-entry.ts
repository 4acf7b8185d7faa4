import type { Actor } from '#domain/access/actor.ts'
import { decide } from '#domain/access/allowances.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import type { AuditEntry, AuditFact } from '#domain/api/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity } from '#domain/catalogue/entity.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { mask, maskFields } from '#domain/mask.ts'
import { hiddenFieldsFor } from '../core/gate.ts'
import type { AuditRow } from '../store/history/audit-store.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { formatLabel, describeRights, formatValue, type Values } from './audit-words.ts'
import { t } from '#domain/messages/t.ts'

/** Formats a row of the history or of the audit events: with labels, changed values, and sensitive values masked. */
export function entryOf(row: AuditRow, timeZone: string, reader: Actor, names: Names = {}): AuditEntry {
  const name = row.entity
  const entity = catalogue.find((each) => each.name === name)
  const hidden = entity ? hiddenFieldsFor(reader, entity) : []
  // Without the right to read the history, the entry shows that the record changed but no values.
  const canRead = !entity || decide(reader, 'history', entity.name).allowed
  const before = canRead ? maskedValues(row.before_values, hidden) : null
  const after = canRead ? maskedValues(row.after_values, hidden) : null
  const record = row.record_id
  const details = canRead || record === null ? maskedValues(row.details) : null
  const isRights = name === 'roleRights' && record !== null
  const [was, is] = isRights ? describeRights(record, before, after) : [before, after ?? details]
  const { password } = after ?? {}
  const isPassword = name === 'account' && typeof password === 'string'
  return {
    id: row.id,
    at: row.at,
    by: row.actor_name,
    byId: row.actor_id,
    address: row.address,
    action: isPassword ? 'password' : row.action,
    entity: name,
    record,
    name: isRights ? nameOfRole(record) : nameIn(entity, after ?? before ?? details ?? {}),
    facts: factsOf(entity, was, is, { timeZone, names }),
  }
}

/** Masked before the comparison, because whether a masked value changed would reveal it. */
const maskedValues = (cell: string | null | undefined, hidden: readonly string[] = []): Values | null =>
  typeof cell === 'string' ? maskFields(valuesIn(cell), hidden) : null

function nameIn(entity: Entity | undefined, values: Values): string | null {
  if (entity) return Object.hasOwn(values, entity.sortedBy) ? nameRecord(entity, values) : null
  const { username, name, as, email } = values
  const word = username ?? name ?? as ?? email
  return typeof word === 'string' ? word : null
}

// The account that was viewed is already the subject of the entry.
const omittedDetails = new Set(['as'])

function factsOf(
  entity: Entity | undefined,
  before: Values | null,
  after: Values | null,
  shown: Shown,
): AuditFact[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((name) => {
    const [was, is] = [textOf(entity, name, before, shown), textOf(entity, name, after, shown)]
    if (omittedDetails.has(name) || isUnchanged(before, after, name) || (!was && !is)) return []
    const field = entity?.fields[name]
    return [{ label: field ? t(field.label) : formatLabel(name), before: was || null, after: is || null }]
  })
}

// Compared as values, because different values may look the same when masked.
const isUnchanged = (before: Values | null, after: Values | null, name: string): boolean =>
  sameValue(before?.[name], after?.[name])

interface Shown {
  timeZone: string
  /** The names of the codes. */
  names: Names
}

function textOf(
  entity: Entity | undefined,
  name: string,
  values: Values | null,
  { timeZone, names }: Shown,
): string {
  const value = values?.[name]
  if (value === undefined || value === null) return ''
  const field = entity?.fields[name]
  const text = field ? field.show(value, timeZone) : formatValue(name, value, timeZone)
  return field?.sensitive ? mask(text) : nameCodes(value, names[name], text)
}
