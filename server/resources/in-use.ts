import { entityAtPath, referencesOf, referencesTo } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { RecordWriter } from '../store/records.ts'
import { usagesInWords } from '../store/usages.ts'

/** The fields others rely on: what they refer to it by, and where it belongs, which their own paths repeat. */
export function reliedUpon(entity: Entity): string[] {
  const referredTo = referencesTo(entity).map(({ reference }) => reference.field)
  const places = referencesOf(entity)
    .filter(({ reference }) => reference.parent)
    .map(({ name }) => name)
  return [...new Set([...referredTo, ...entity.key, ...places])]
}

export async function refuseIfUsed(
  writer: RecordWriter,
  entity: Entity,
  record: StoredRecord,
  intent: 'delete' | 'change',
  fields: readonly string[] = [],
): Promise<void> {
  const usedBy = await writer.usages(record)
  if (usedBy.length === 0) return
  const nameOf = (path: string, count: number): string => {
    const user = entityAtPath(path)!
    return (count === 1 ? user.singular : user.plural).toLowerCase()
  }
  const users = usagesInWords(usedBy, nameOf)
  const labels = listInWords(fields.map((name) => entity.fields[name]!.label))
  const msg =
    intent === 'delete'
      ? `${nameRecord(entity, record)} is used by ${users} and cannot be deleted`
      : `${nameRecord(entity, record)} is used by ${users}, so its ${labels} cannot be changed`
  throw conflict(
    msg,
    fields.map((field) => ({ field, message: msg })),
    { usedBy },
  )
}
