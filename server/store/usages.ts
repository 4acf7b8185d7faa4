import { sql, type Expression, type SqlBool } from 'kysely'
import { referencesOf, type ReferringField } from '#domain/catalogue/catalogue.ts'
import { partsOfReference, referencesTo } from '#domain/catalogue/referring.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { listInWords } from '#domain/text.ts'
import type { Condition, Db, Dialect, Tx } from './dialect.ts'
import { inFewSizes } from './prepared.ts'
import { shapeOf, toRecord } from './record-rows.ts'

/** Who refers to a record, through which field: enough to say it and to go there. */
export interface Usage {
  entity: string
  path: string
  field: string
  count: number
  /** The first few, by name. */
  records: { id: string; name: string }[]
}

const shown = 5
const countedUpTo = 1000

export interface Usages {
  seen: Usage[]
  /** Whether there are more, of which whoever asks is told nothing, not even how many. */
  hasUnseen: boolean
}

type Limits = (entity: string, table: string) => Condition | undefined

/** What stands in the way of deleting or recoding a record, whether one sees it or not. */
export async function usagesOf(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  record: StoredRecord,
  limits: Limits,
): Promise<Usages> {
  const hasOther = (referring: ReferringField): Promise<boolean> =>
    hasNamesake(tx, dialect, entity, referring, record)
  const all = await referringTo(tx, dialect, entity, record, countedUpTo, hasOther)
  if (!all.some((each) => limits(each.entity, each.entity))) return { seen: all, hasUnseen: false }
  const seen = await referringTo(tx, dialect, entity, record, countedUpTo, hasOther, limits)
  const counted = (usages: readonly Usage[]): number => usages.reduce((sum, { count }) => sum + count, 0)
  return { seen, hasUnseen: counted(seen) < counted(all) }
}

/** Everything that refers to a record, counted up to so many of each kind; those left out are not told of. */
export async function referringTo(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  record: StoredRecord,
  most?: number,
  isLeftOut?: (referring: ReferringField) => Promise<boolean>,
  limits: Limits = () => undefined,
): Promise<Usage[]> {
  const usages: Usage[] = []
  for (const referring of referencesTo(entity)) {
    if (referring.reference.pairedWith) continue
    const uses = conditionOf(dialect, referring, record)
    const limit = limits(referring.entity.name, referring.entity.table)
    const all = db.selectFrom(referring.entity.table).where(uses)
    const from = limit ? all.where(limit.test()) : all
    const rows = await from
      .select(shapeOf(referring.entity).selection)
      .orderBy('natural_key')
      .limit(shown)
      .execute()
    if (rows.length === 0 || (await isLeftOut?.(referring))) continue
    const each = from.select(sql<number>`1`.as('one'))
    const limited = most === undefined ? each : each.limit(most)
    const { rows: counted } = await sql<{
      uses: number
    }>`select count(*) as uses from (${limited}) as found`.execute(db)
    usages.push({
      entity: referring.entity.name,
      path: referring.entity.path,
      field: referring.name,
      count: Number(counted[0]!.uses),
      records: rows.map((row) => ({
        id: row['id'] as string,
        name: nameRecord(referring.entity, toRecord(referring.entity, row)),
      })),
    })
  }
  return usages
}

/** The ids of those that are referred to; where that cannot be asked for all of them together, they all may be. */
export async function usedAmong(
  tx: Tx,
  entity: Entity,
  records: readonly StoredRecord[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  if (records.length === 0) return used
  for (const referring of referencesTo(entity)) {
    const { field, pairedWith, many } = referring.reference
    if (pairedWith) continue
    if (many || Object.keys(partsOfReference(referring)).length > 1)
      return new Set(records.map(({ id }) => id))
    const column = columnName(referring.name)
    const rows = await tx
      .selectFrom(referring.entity.table)
      .select(column)
      .distinct()
      .where(column, 'in', inFewSizes(records.map((record) => record[field] as Cell)))
      .execute()
    const found = new Set(rows.map((row) => row[column]))
    for (const record of records) if (found.has(record[field] as Cell)) used.add(record.id)
  }
  return used
}

function conditionOf(dialect: Dialect, referring: ReferringField, record: StoredRecord): Expression<SqlBool> {
  const tests = Object.entries(partsOfReference(referring)).map(([target, own]) => {
    const value = record[target] as Cell
    if (own === referring.name && referring.reference.many)
      return dialect.listContains(columnName(own), String(value))
    return sql<SqlBool>`${sql.ref(columnName(own))} = ${value}`
  })
  return sql<SqlBool>`${sql.join(tests, sql` and `)}`
}

/**
 * Where a name is referred to and another record has the same name, and all else the reference repeats, it stays whole
 * without this one. The other is locked, so that two namesakes cannot be deleted each because the other was there.
 */
export async function hasNamesake(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  referring: ReferringField,
  record: StoredRecord,
): Promise<boolean> {
  const { field } = referring.reference
  if (entity.key.includes(field)) return false
  const paired = referencesOf(referring.entity).filter(
    ({ reference }) => reference.pairedWith === referring.name,
  )
  let query = tx.selectFrom(entity.table).select('id').where('id', '<>', record.id)
  for (const name of [field, ...paired.map(({ reference }) => reference.field)]) {
    query = query.where(columnName(name), '=', record[name] as Cell)
  }
  const other = await query.orderBy('id').limit(1).modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return other !== undefined
}

/** "3 zones and 1 city". */
export function usagesInWords(
  usages: readonly Usage[],
  nameOf: (path: string, count: number) => string,
): string {
  const totals = new Map<string, number>()
  for (const { path, count } of usages) totals.set(path, (totals.get(path) ?? 0) + count)
  return listInWords(
    [...totals].map(
      ([path, count]) => `${count >= countedUpTo ? 'more than 1000' : count} ${nameOf(path, count)}`,
    ),
  )
}
