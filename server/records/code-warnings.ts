import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { membersOf } from '#domain/input.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { t } from '#domain/messages/t.ts'

const maxShown = 60

/**
 * A sent value of a generated code is ignored, and the answer warns about it, or the client would continue with a code that no
 * record has. The member `warnings` is only present if there is a warning.
 */
export function withCodeWarnings(
  entity: Entity,
  input: unknown,
  record: StoredRecord,
  action: 'create' | 'update' = 'create',
): StoredRecord {
  if (typeof input !== 'object' || input === null) return record
  const fields = membersOf(input)
  const warnings = Object.entries(entity.fields).flatMap(([field, { presence }]): FieldProblem[] => {
    const sent = Object.hasOwn(fields, field) ? fields[field] : null
    if (presence !== 'generated' || (typeof sent !== 'string' && typeof sent !== 'number')) return []
    const text = String(sent).trim()
    const code = textAt(record, field)
    if (text === '' || text === code) return []
    const sentText = text.slice(0, maxShown)
    const message =
      action === 'create'
        ? t('{field} is generated; {code} was used instead of {sent}', { field, code, sent: sentText })
        : t('{field} is generated; it stays {code}, {sent} was ignored', { field, code, sent: sentText })
    return [{ field, message }]
  })
  // `Object.assign`, because `warnings` is not of the type of a record's values.
  return warnings.length > 0 ? Object.assign({ ...record }, { warnings }) : record
}
