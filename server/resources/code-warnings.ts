import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'

const maxShown = 60

/**
 * A code that the server generates is not taken from what was sent; the answer says so, or the sender would go on with
 * a code that no record has. The member `warnings` is there only when there is something to say.
 */
export function withCodeWarnings(entity: Entity, input: unknown, record: StoredRecord): StoredRecord {
  if (typeof input !== 'object' || input === null) return record
  const given = input as Readonly<Record<string, unknown>>
  const warnings = Object.entries(entity.fields).flatMap(([field, { presence }]): FieldProblem[] => {
    const sent = Object.hasOwn(given, field) ? given[field] : null
    if (presence !== 'generated' || (typeof sent !== 'string' && typeof sent !== 'number')) return []
    const text = String(sent).trim()
    const code = String(record[field])
    if (text === '' || text === code) return []
    return [
      { field, message: `${field} is generated; ${code} was given instead of ${text.slice(0, maxShown)}` },
    ]
  })
  // Beside the fields of the record, whose values are of another kind.
  return warnings.length > 0 ? Object.assign({ ...record }, { warnings }) : record
}
