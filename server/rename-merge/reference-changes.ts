import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { maxFollowing } from '#domain/rename-merge.ts'
import { conflict } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

/** The change of one record when a code or a parent changes. */
export interface Change {
  entity: Entity
  /** As stored now; as it was before deletion, if it is restored. */
  record: StoredRecord
  /** The values afterwards. If deleted: the record that its referrers refer to instead, or null if no reference may be left. */
  after: RecordValues | null
  outcome: 'keep' | 'delete' | 'restore'
  /** Fields that are always written, because whether they differ would reveal values that the account sees masked. */
  maskedFields?: readonly string[]
  /** Levels above it, by entity, whose code changes for everything below. */
  ancestorCodes: Map<string, { from: string; to: string }>
}

/** The changes of one rename, merge or move, by entity and id. */
export class Changes {
  readonly #byEntity = new Map<string, Map<string, Change>>()
  #count = 0

  of(entity: Entity): Change[] {
    return [...(this.#byEntity.get(entity.name)?.values() ?? [])]
  }

  get(entity: Entity, id: string): Change | undefined {
    return this.#byEntity.get(entity.name)?.get(id)
  }

  all(): Change[] {
    return [...this.#byEntity.values()].flatMap((changes) => [...changes.values()])
  }

  /** How many more records may be added. */
  get left(): number {
    return maxFollowing - this.#count
  }

  add(
    entity: Entity,
    record: StoredRecord,
    after: RecordValues | null = { ...record },
    outcome: Change['outcome'] = 'keep',
  ): Change {
    const known = this.get(entity, record.id)
    if (known) return known
    if (this.left <= 0) throw tooMany()
    this.#count++
    const change: Change = { entity, record, after, outcome, ancestorCodes: new Map() }
    const changes = this.#byEntity.get(entity.name)
    if (changes) changes.set(record.id, change)
    else this.#byEntity.set(entity.name, new Map([[record.id, change]]))
    return change
  }
}

export const tooMany = (): Error =>
  conflict(
    t('More than {max, number} records would change, which is too many. Nothing was changed', {
      max: maxFollowing,
    }),
  )

/** The fields whose value changes. */
export function changedFields({ entity, record, after, outcome, maskedFields = [] }: Change): string[] {
  if (outcome !== 'keep' || !after) return Object.keys(entity.fields)
  return Object.keys(entity.fields).filter(
    (name) => !sameValue(record[name], after[name]) || maskedFields.includes(name),
  )
}

/** Whether the record is written; otherwise it only passes on the codes of its ancestors. */
export const isWritten = (change: Change): boolean =>
  change.outcome !== 'keep' || changedFields(change).length > 0

/** The records to write once planning is done, each with its changed fields. */
export type WrittenFields = ReadonlyMap<Change, readonly string[]>

export function writtenFieldsOf(changes: Changes): WrittenFields {
  const written = new Map<Change, readonly string[]>()
  for (const change of changes.all()) {
    const fields = changedFields(change)
    if (change.outcome !== 'keep' || fields.length > 0) written.set(change, fields)
  }
  return written
}

export const nameOf = ({ entity, record }: Change): string => nameRecord(entity, record)
