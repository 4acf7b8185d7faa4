import { sql } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { nextCodes } from './code-series.ts'
import type { Dialect, Row, Tx } from './dialect.ts'
import { dayOfAuthor, writeHistory, type Author } from './history-store.ts'
import { knownTargets, type KnownTargets } from './known-targets.ts'
import { newId } from './new-id.ts'
import { inFewSizes, insertRows } from './prepared.ts'
import { binRow, fromBin, keyColumn, shapeOf, toCells, toRecord } from './record-rows.ts'
import { resolveReferences } from './references.ts'
import { usedAmong } from './usages.ts'

/** What is done with the records of one entity in one transaction, when there are many of them. */
export interface ManyRecords extends Pick<KnownTargets, 'learn' | 'has'> {
  entity: Entity
  /** The day where the firm is. */
  today: () => string
  /** Those whose natural key, or another unique combination of fields, is among these in its folded form. */
  findByKey: (names: readonly string[], keys: readonly string[]) => Promise<StoredRecord[]>
  findByCell: (field: string, cells: readonly Cell[]) => Promise<StoredRecord[]>
  /** As for one record; what it refers to should be known by now. */
  resolve: (values: RecordValues) => Promise<{ values: RecordValues; problems: FieldProblem[] }>
  /** The ids and, where the server deals them out, the codes they got. */
  insert: (records: readonly RecordValues[]) => Promise<StoredRecord[]>
  /** To the bin with those that nothing refers to; their ids. */
  removeUnused: (records: readonly StoredRecord[]) => Promise<Set<string>>
  /** Those of these ids that lie in the bin, held until the end of the transaction. */
  binned: (ids: readonly string[]) => Promise<StoredRecord[]>
  /** Out of the bin again, as checked. */
  restore: (records: readonly RestoredRecord[]) => Promise<void>
}

export interface RestoredRecord {
  binned: StoredRecord
  values: RecordValues
}

export function openMany(tx: Tx, dialect: Dialect, entity: Entity, author: Author): ManyRecords {
  const known = knownTargets(tx, dialect, entity)
  const find = async (column: string, cells: readonly Cell[]): Promise<StoredRecord[]> => {
    if (cells.length === 0) return []
    const query = tx.selectFrom(entity.table).select(shapeOf(entity).selection)
    const rows = await query.where(column, 'in', inFewSizes(cells)).orderBy('id').execute()
    return rows.map((row) => toRecord(entity, row))
  }
  return {
    entity,
    today: () => dayOfAuthor(author),
    findByKey: (names, keys) => find(keyColumn(entity, names), keys),
    findByCell: (field, cells) => find(columnName(field), cells),
    learn: known.learn,
    has: known.has,
    resolve: (values) => resolveReferences(tx, dialect, entity, values, known.read),
    insert: async (records) => {
      if (records.length === 0) return []
      const complete = records.map((values) => ({ ...values }))
      for (const [name, field] of Object.entries(entity.fields)) {
        if (!field.series) continue
        const codes = await nextCodes(tx, entity, name, records.length)
        for (const [at, values] of complete.entries()) values[name] = codes[at]!
      }
      const now = author.now().toISOString()
      const rows: Row[] = []
      const made = complete.map((values): StoredRecord => {
        const id = newId(author.now())
        rows.push({ id, version: 1, created_at: now, updated_at: now, ...toCells(entity, id, values) })
        return { ...values, id, version: 1, createdAt: now, updatedAt: now }
      })
      await insertRows(tx, dialect, entity.table, rows)
      for (const after of made)
        writeHistory(tx, entity, author, { id: after.id, version: 1, action: 'create', before: null, after })
      return made
    },
    removeUnused: async (records) => {
      const used = await usedAmong(tx, entity, records)
      const free = records.filter(({ id }) => !used.has(id))
      if (free.length === 0) return new Set()
      const ids = inFewSizes(free.map(({ id }) => id))
      await tx.deleteFrom(entity.table).where('id', 'in', ids).execute()
      const rows = free.map((current) => binRow(entity, author, current))
      await insertRows(tx, dialect, 'bin', rows)
      for (const before of free)
        writeHistory(tx, entity, author, {
          id: before.id,
          version: before.version + 1,
          action: 'delete',
          before,
          after: null,
        })
      return new Set(free.map(({ id }) => id))
    },
    binned: async (ids) => {
      if (ids.length === 0) return []
      const rows = await tx
        .selectFrom('bin')
        .select(['cells', 'version'])
        .where('entity', '=', entity.name)
        .where('record_id', 'in', inFewSizes(ids))
        .orderBy('record_id')
        .modifyEnd(sql.raw(dialect.updateLock))
        .execute()
      return rows.map(fromBin)
    },
    restore: async (records) => {
      if (records.length === 0) return
      const now = author.now().toISOString()
      const ids = inFewSizes(records.map(({ binned }) => binned.id))
      await tx.deleteFrom('bin').where('entity', '=', entity.name).where('record_id', 'in', ids).execute()
      const rows = records.map(({ binned: { id, version, createdAt }, values }) => ({
        id,
        version: version + 1,
        created_at: createdAt,
        updated_at: now,
        ...toCells(entity, id, values),
      }))
      await insertRows(tx, dialect, entity.table, rows)
      for (const { binned, values } of records) {
        const version = binned.version + 1
        const after = { ...values, id: binned.id, version, createdAt: binned.createdAt, updatedAt: now }
        writeHistory(tx, entity, author, { id: binned.id, version, action: 'restore', before: null, after })
      }
    },
  }
}
