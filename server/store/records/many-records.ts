import { sql } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { codeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { continueAbove, nextCodes } from './code-series.ts'
import { dynamic, type Dialect, type Row, type Tx } from '../dialect.ts'
import { dayOfAuthor, writeHistory, type Author } from '../history/history-store.ts'
import { findByFormerKeys } from './former-codes.ts'
import { createTargetCache, type TargetCache } from './known-targets.ts'
import { newId } from '../new-id.ts'
import { padToBucket, insertRows } from '../query/prepared.ts'
import { binRow, fromBin, keyColumn, shapeOf, toCells, toRecord } from './record-rows.ts'
import { resolveReferences } from './references.ts'
import { findUsedIds } from './usages.ts'

/** Operations on many records of one entity in one transaction. */
export interface ManyRecords extends Pick<TargetCache, 'learn' | 'has' | 'currentCode'> {
  entity: Entity
  /** The current day of the firm. */
  today: () => string
  /** Records by the folded form of the natural key or of another unique combination of fields. */
  findByKey: (names: readonly string[], keys: readonly string[]) => Promise<StoredRecord[]>
  findByCell: (field: string, cells: readonly Cell[]) => Promise<StoredRecord[]>
  /** Records by the folded code that they had before they were renamed or merged. */
  findByFormerKeys: (names: readonly string[], keys: readonly string[]) => Promise<Map<string, StoredRecord>>
  /** As for one record; its targets have to be loaded by `learn` before. */
  /** References that are unchanged from `previous` may be to retired records. */
  resolve: (
    values: RecordValues,
    previous?: Readonly<RecordValues>,
    mayBeRetired?: boolean,
  ) => Promise<{ values: RecordValues; problems: FieldProblem[] }>
  /** Generates the codes of records that have none; returns the records with their ids and codes. */
  insert: (records: readonly RecordValues[]) => Promise<StoredRecord[]>
  /** Moves unreferenced records to the bin, and returns their ids. */
  removeUnused: (records: readonly StoredRecord[]) => Promise<Set<string>>
  /** Those of these ids that are in the bin, locked until the transaction ends. */
  binned: (ids: readonly string[]) => Promise<StoredRecord[]>
  /** Restores checked records from the bin. */
  restore: (records: readonly RestoredRecord[]) => Promise<void>
}

export interface RestoredRecord {
  binned: StoredRecord
  values: RecordValues
}

export function openMany(tx: Tx, dialect: Dialect, entity: Entity, author: Author): ManyRecords {
  const known = createTargetCache(tx, dialect, entity)
  const find = async (column: string, cells: readonly Cell[]): Promise<StoredRecord[]> => {
    if (cells.length === 0) return []
    const query = dynamic(tx).selectFrom(tableOf(entity)).select(shapeOf(entity).selection)
    const rows = await query.where(column, 'in', padToBucket(cells)).orderBy('id').execute()
    return rows.map((row) => toRecord(entity, row))
  }
  return {
    entity,
    today: () => dayOfAuthor(author),
    findByKey: (names, keys) => find(keyColumn(entity, names), keys),
    findByCell: (field, cells) => find(columnName(field), cells),
    findByFormerKeys: async (names, keys) => {
      const former = await findByFormerKeys(tx, entity, keys, keyColumn(entity, names))
      const records = await find(
        'id',
        [...former.values()].map(({ id }) => id),
      )
      const byId = new Map(records.map((record) => [record.id, record]))
      return new Map([...former].map(([key, { id }]) => [key, byId.get(id)!]))
    },
    learn: known.learn,
    has: known.has,
    currentCode: known.currentCode,
    resolve: (values, previous, mayBeRetired) =>
      resolveReferences(tx, dialect, entity, values, { read: known.read, previous, mayBeRetired }),
    insert: async (records) => {
      if (records.length === 0) return []
      const complete = records.map((values) => ({ ...values }))
      const code = codeFieldOf(entity)
      if (code !== undefined) {
        const given = complete.flatMap((values) => values[code] ?? [])
        await continueAbove(tx, entity, code, given)
        const withoutCode = complete.filter((values) => (values[code] ?? null) === null)
        const codes = await nextCodes(tx, entity, code, withoutCode.length)
        for (const [at, values] of withoutCode.entries()) values[code] = codes[at]!
      }
      const now = author.now().toISOString()
      const rows: Row[] = []
      const created = complete.map((values): StoredRecord => {
        const id = newId(author.now())
        rows.push({ id, version: 1, created_at: now, updated_at: now, ...toCells(entity, id, values) })
        return { ...values, id, version: 1, createdAt: now, updatedAt: now }
      })
      await insertRows(tx, dialect, tableOf(entity), rows)
      for (const after of created)
        writeHistory(tx, entity, author, { id: after.id, version: 1, action: 'create', before: null, after })
      return created
    },
    removeUnused: async (records) => {
      const used = await findUsedIds(tx, entity, records)
      const free = records.filter(({ id }) => !used.has(id))
      if (free.length === 0) return new Set()
      const ids = padToBucket(free.map(({ id }) => id))
      await dynamic(tx).deleteFrom(tableOf(entity)).where('id', 'in', ids).execute()
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
        .where('record_id', 'in', padToBucket(ids))
        .orderBy('record_id')
        .modifyEnd(sql.raw(dialect.updateLock))
        .execute()
      return rows.map(fromBin)
    },
    restore: async (records) => {
      if (records.length === 0) return
      const now = author.now().toISOString()
      const ids = padToBucket(records.map(({ binned }) => binned.id))
      await tx.deleteFrom('bin').where('entity', '=', entity.name).where('record_id', 'in', ids).execute()
      const rows = records.map(({ binned: { id, version, createdAt }, values }) => ({
        id,
        version: version + 1,
        created_at: createdAt,
        updated_at: now,
        ...toCells(entity, id, values),
      }))
      await insertRows(tx, dialect, tableOf(entity), rows)
      for (const { binned, values } of records) {
        const version = binned.version + 1
        const after = { ...values, id: binned.id, version, createdAt: binned.createdAt, updatedAt: now }
        writeHistory(tx, entity, author, { id: binned.id, version, action: 'restore', before: null, after })
      }
    },
  }
}
