import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { mostFollowing } from '#domain/repoint.ts'
import { conflict } from '#domain/problem.ts'

/** What becomes of one record when a code, or the place of something, changes. */
export interface Change {
  entity: Entity
  /** As it is now; as it was, for one that comes back. */
  record: StoredRecord
  /** What it holds afterwards. For one that goes: what its users refer to instead; null where nobody may be left. */
  after: RecordValues | null
  fate: 'stays' | 'goes' | 'comes back'
  /** Fields that are written whether or not they hold something else: whoever asks sees them masked. */
  unseen?: readonly string[]
  /** Levels above it, by entity, whose code is another one for everything below. */
  above: Map<string, { from: string; to: string }>
}

/** All that changes together, by entity and id. */
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

  /** How many more may follow. */
  get left(): number {
    return mostFollowing - this.#count
  }

  add(
    entity: Entity,
    record: StoredRecord,
    after: RecordValues | null = { ...record },
    fate: Change['fate'] = 'stays',
  ): Change {
    const known = this.get(entity, record.id)
    if (known) return known
    if (this.left <= 0) throw tooMany()
    this.#count++
    const change: Change = { entity, record, after, fate, above: new Map() }
    const changes = this.#byEntity.get(entity.name)
    if (changes) changes.set(record.id, change)
    else this.#byEntity.set(entity.name, new Map([[record.id, change]]))
    return change
  }
}

export const tooMany = (): Error =>
  conflict(
    `More than ${mostFollowing.toLocaleString('en-IN')} records would change with it, which is too many at once. Nothing was changed`,
  )

export const sameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The fields that are another afterwards. */
export function changedFields({ entity, record, after, fate, unseen = [] }: Change): string[] {
  if (fate !== 'stays' || !after) return Object.keys(entity.fields)
  return Object.keys(entity.fields).filter(
    (name) => !sameValue(record[name], after[name]) || unseen.includes(name),
  )
}

/** Whether anything is written for it; else it only hands on what changed above it. */
export const isWritten = (change: Change): boolean =>
  change.fate !== 'stays' || changedFields(change).length > 0

export const nameOf = ({ entity, record }: Change): string => nameRecord(entity, record)
