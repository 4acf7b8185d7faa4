import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { conflict, type Problem } from '#domain/problem.ts'
import type { Records } from '../store/records.ts'

/** Turns the database's "not unique" into a sentence that names the field and the record that is there already. */
export async function duplicateProblem(
  records: Records,
  values: RecordValues,
  error: unknown,
): Promise<Problem | undefined> {
  const fields = records.duplicatedFields(error)
  if (!fields) return undefined
  const { entity } = records
  const existing = await records.findSame(fields, values)
  // Named as it is stored: that is what the person will look for.
  const message = `${nameByFields(entity, fields, existing ?? values)} exists already`
  const extra = existing ? { existing: { id: existing.id, name: nameRecord(entity, existing) } } : {}
  return conflict(message, [{ field: fields.at(-1)!, message }], extra)
}

export const nameByFields = (
  entity: Entity,
  fields: readonly string[],
  named: Readonly<RecordValues>,
): string =>
  fields.length === 1
    ? `${entity.fields[fields[0]!]!.label} ${String(named[fields[0]!])}`
    : nameRecord(entity, named)
