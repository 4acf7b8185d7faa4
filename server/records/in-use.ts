import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { parentFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { conflict } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { describeUsages, type Usage } from '../store/records/usages.ts'
import { t } from '#domain/messages/t.ts'

export async function refuseIfUsed(
  writer: RecordWriter,
  entity: Entity,
  record: StoredRecord,
  intent: 'delete' | 'change',
  fields: readonly string[] = [],
): Promise<void> {
  const { seen: usedBy, hasUnseen } = await writer.usages(record)
  if (usedBy.length === 0 && !hasUnseen) return
  const name = nameRecord(entity, record)
  const users = describeUsers(usedBy, hasUnseen)
  const labels = formatList(fields.map((field) => t(entity.fields[field]!.label)))
  const msg =
    intent === 'delete'
      ? t('{name} is used by {users} and cannot be deleted', { name, users })
      : isMove(entity, fields)
        ? t(
            '{name} is used by {users}, so its {labels} cannot be changed here. Move it to change it everywhere',
            { name, users, labels },
          )
        : t(
            '{name} is used by {users}, so its {labels} cannot be changed here. Rename it to change it everywhere',
            { name, users, labels },
          )
  throw conflict(
    msg,
    fields.map((field) => ({ field, message: msg })),
    usedBy.length > 0 ? { usedBy } : {},
  )
}

function describeUsers(usedBy: readonly Usage[], hasUnseen: boolean): string {
  const users = describeUsages(usedBy)
  if (!hasUnseen) return users
  return users === ''
    ? t('records that you cannot see')
    : t('{users}, and by records that you cannot see', { users })
}

/** Whether the request that changes the fields together with all references is a move; otherwise it is a rename. */
const isMove = (entity: Entity, fields: readonly string[]): boolean =>
  fields.some((name) => parentFieldsOf(entity).includes(name))
