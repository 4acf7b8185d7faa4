import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { placesOf } from '#domain/catalogue/relied-upon.ts'
import { conflict } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { RecordWriter } from '../store/records.ts'
import { usagesInWords } from '../store/usages.ts'

export async function refuseIfUsed(
  writer: RecordWriter,
  entity: Entity,
  record: StoredRecord,
  intent: 'delete' | 'change',
  fields: readonly string[] = [],
): Promise<void> {
  const { seen: usedBy, hasUnseen } = await writer.usages(record)
  if (usedBy.length === 0 && !hasUnseen) return
  const nameOf = (path: string, count: number): string => {
    const user = entityAtPath(path)!
    return (count === 1 ? user.singular : user.plural).toLowerCase()
  }
  const unseen = hasUnseen ? ['records that you do not see'] : []
  const users = [usagesInWords(usedBy, nameOf), ...unseen].filter(Boolean).join(', and by ')
  const labels = listInWords(fields.map((name) => entity.fields[name]!.label))
  const msg =
    intent === 'delete'
      ? `${nameRecord(entity, record)} is used by ${users} and cannot be deleted`
      : `${nameRecord(entity, record)} is used by ${users}, so its ${labels} cannot be changed here. ${otherWay(entity, fields)} it to change it everywhere`
  throw conflict(
    msg,
    fields.map((field) => ({ field, message: msg })),
    usedBy.length > 0 ? { usedBy } : {},
  )
}

/** By which request it can be done with all that refers to it. */
const otherWay = (entity: Entity, fields: readonly string[]): 'Move' | 'Rename' =>
  fields.some((name) => placesOf(entity).includes(name)) ? 'Move' : 'Rename'
