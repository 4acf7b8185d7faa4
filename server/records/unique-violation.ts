import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { conflict, type Problem } from '#domain/problem.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { Records } from '../store/records/records.ts'
import { t } from '#domain/messages/t.ts'

/** Turns a unique violation into a message that names the field and the existing record. */
export async function duplicateProblem(
  records: Records,
  values: RecordValues,
  error: unknown,
): Promise<Problem | undefined> {
  const fields = records.duplicatedFields(error)
  if (!fields) return undefined
  const { entity } = records
  const existing = await records.findSame(fields, values)
  // Named as stored, because the user will search for it like that.
  const message = t('{record} exists already', {
    record: nameByFields(entity, fields, existing ?? values),
  })
  const extra = existing ? { existing: { id: existing.id, name: nameRecord(entity, existing) } } : {}
  return conflict(message, [{ field: fields.at(-1)!, message }], extra)
}

export const nameByFields = (
  entity: Entity,
  fields: readonly string[],
  values: Readonly<RecordValues>,
): string =>
  fields.length === 1
    ? `${t(entity.fields[fields[0]!]!.label)} ${showPlain(values[fields[0]!] ?? null)}`
    : nameRecord(entity, values)
