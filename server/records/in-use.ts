import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { parentFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { conflict } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { describeUsages } from '../store/records/usages.ts'

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
  const unseen = hasUnseen ? ['records that you cannot see'] : []
  const users = [describeUsages(usedBy, nameOf), ...unseen].filter(Boolean).join(', and by ')
  const labels = formatList(fields.map((name) => entity.fields[name]!.label))
  const msg =
    intent === 'delete'
      ? `${nameRecord(entity, record)} is used by ${users} and cannot be deleted`
      : `${nameRecord(entity, record)} is used by ${users}, so its ${labels} cannot be changed here. ${alternativeAction(entity, fields)} it to change it everywhere`
  throw conflict(
    msg,
    fields.map((field) => ({ field, message: msg })),
    usedBy.length > 0 ? { usedBy } : {},
  )
}

/** The request that changes the fields together with all references. */
const alternativeAction = (entity: Entity, fields: readonly string[]): 'Move' | 'Rename' =>
  fields.some((name) => parentFieldsOf(entity).includes(name)) ? 'Move' : 'Rename'
