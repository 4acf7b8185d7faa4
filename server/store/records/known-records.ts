import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Db, Row } from '../dialect.ts'
import { lastChange, valuesAsText } from '../history/history-store.ts'
import { cellsAsText, changedCells } from './record-rows.ts'

/** The row and the history of a change, computed before the transaction that writes it. */
export interface PreparedChange {
  cells: Row
  cellsAsText: string
  /** The values for the history. */
  before: string
  after: string
}

/**
 * Records read before a transaction, so that the transaction need not read them while it holds the writer. Those that were
 * changed since have to be evicted in the transaction first.
 */
export class RecordCache {
  readonly #records = new Map<string, Map<string, StoredRecord>>()
  readonly #prepared = new Map<StoredRecord, { written: Readonly<RecordValues>; change: PreparedChange }>()
  readonly #copies = new Map<StoredRecord, RecordValues>()
  readonly #searches = new Map<string, readonly StoredRecord[]>()
  /** The ids of records that were changed since, by entity. */
  readonly #changed = new Map<string, Set<string>>()
  readonly #since: string

  private constructor(since: string) {
    this.#since = since
  }

  /** An empty cache for records read from now on. */
  static async from(db: Db): Promise<RecordCache> {
    return new RecordCache(await lastChange(db))
  }

  get(entity: Entity, id: string): StoredRecord | undefined {
    return this.#records.get(entity.name)?.get(id)
  }

  add(entity: Entity, record: StoredRecord): void {
    const ofEntity = this.#records.get(entity.name) ?? new Map<string, StoredRecord>()
    this.#records.set(entity.name, ofEntity.set(record.id, record))
  }

  addSearch(search: string, found: readonly StoredRecord[]): void {
    this.#searches.set(search, found)
  }

  /** What a search has found, without the records that were changed since: whether those match has to be asked again. */
  searched(entity: Entity, search: string): { found: StoredRecord[]; changedIds: string[] } | undefined {
    const changed = this.#changed.get(entity.name) ?? new Set()
    const found = this.#searches.get(search)?.filter(({ id }) => !changed.has(id))
    return found && { found, changedIds: [...changed] }
  }

  /** Prepares the change of these fields. */
  prepare(
    entity: Entity,
    current: StoredRecord,
    values: Readonly<RecordValues>,
    fields: readonly string[],
  ): void {
    const cells = changedCells(entity, current.id, current, values)
    const change: PreparedChange = {
      cells,
      cellsAsText: cellsAsText(cells),
      before: valuesAsText(entity, current),
      after: valuesAsText(entity, values),
    }
    this.#prepared.set(current, { written: pick(values, fields), change })
    this.#copies.set(current, { ...current })
  }

  /** A mutable copy made in advance, because copying thousands takes time. */
  takeCopy(record: StoredRecord): RecordValues | undefined {
    const copy = this.#copies.get(record)
    this.#copies.delete(record)
    return copy
  }

  /** The prepared change of this record, if the same fields were prepared with the same values. */
  preparedFor(
    current: StoredRecord,
    values: Readonly<RecordValues>,
    fields: readonly string[],
  ): PreparedChange | undefined {
    const prepared = this.#prepared.get(current)
    if (!prepared || Object.keys(prepared.written).length !== fields.length) return undefined
    const isSame = fields.every((name) => name in prepared.written && prepared.written[name] === values[name])
    return isSame ? prepared.change : undefined
  }

  /** Called first in the transaction. There is a single writer, so later changes have a larger id in the history. */
  async evictChanged(db: Db): Promise<void> {
    const query = db.selectFrom('history').select(['entity', 'record_id']).where('id', '>', this.#since)
    for (const row of await query.execute()) {
      this.#records.get(row.entity)?.delete(row.record_id)
      const changed = this.#changed.get(row.entity) ?? new Set()
      this.#changed.set(row.entity, changed.add(row.record_id))
    }
  }
}

const pick = (values: Readonly<RecordValues>, names: readonly string[]): RecordValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
