import { sql, type Expression, type SqlBool } from 'kysely'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { partsOfReference, referrersOf } from '#domain/catalogue/referrers.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import {
  referencesOf,
  type Referrer,
  nameRecord,
  type Entity,
  type StoredRecord,
} from '#domain/catalogue/entity.ts'
import { codeAndTitle } from '#domain/catalogue/names/title-text.ts'
import { passCell } from '#domain/catalogue/field.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { formatList } from '#domain/text.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { dynamic, type Condition, type Db, type Dialect, type Tx } from '../dialect.ts'
import { padToBucket } from '../query/prepared.ts'
import { shapeOf, toRecord } from './record-rows.ts'
import { t } from '#domain/messages/t.ts'

/** The records that refer to a record through one field, for display and for links. */
export interface Usage {
  entity: string
  path: string
  field: string
  count: number
  /** The first few. The name includes the entity; the title explains the code. */
  records: { id: string; name: string; code: string; title: string | null }[]
}

const maxShown = 5
const maxCounted = 1000

export interface Usages {
  seen: Usage[]
  /** Whether there are more outside the actor's scope, which are not shown or counted. */
  hasUnseen: boolean
}

type RecordScope = (entity: string, table: string) => Condition | undefined

/** The records that prevent deleting or recoding a record, in scope or not. */
export async function usagesOf(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  record: StoredRecord,
  scope: RecordScope,
): Promise<Usages> {
  const hasOther = (referring: Referrer): Promise<boolean> =>
    hasNamesake(tx, dialect, entity, referring, record)
  const all = await findUsages(tx, dialect, entity, record, maxCounted, hasOther)
  if (!all.some((each) => scope(each.entity, each.entity))) return { seen: all, hasUnseen: false }
  const seen = await findUsages(tx, dialect, entity, record, maxCounted, hasOther, scope)
  const counted = (usages: readonly Usage[]): number => usages.reduce((sum, { count }) => sum + count, 0)
  return { seen, hasUnseen: counted(seen) < counted(all) }
}

/** All references to a record, counted up to a maximum per kind; excluded kinds are left out. */
export async function findUsages(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  record: StoredRecord,
  maxCount?: number,
  isExcluded?: (referring: Referrer) => Promise<boolean>,
  scope: RecordScope = () => undefined,
): Promise<Usage[]> {
  const usages: Usage[] = []
  for (const referring of referrersOf(entity)) {
    if (referring.reference.pairedWith) continue
    const uses = conditionOf(dialect, referring, record)
    const limit = scope(referring.entity.name, tableOf(referring.entity))
    const all = dynamic(db).selectFrom(tableOf(referring.entity)).where(uses)
    const from = limit ? all.where(limit.test()) : all
    const rows = await from
      .select(shapeOf(referring.entity).selection)
      .orderBy('natural_key')
      .limit(maxShown)
      .execute()
    if (rows.length === 0 || (await isExcluded?.(referring))) continue
    const each = from.select(sql<number>`1`.as('one'))
    const limited = maxCount === undefined ? each : each.limit(maxCount)
    const { rows: counted } = await sql<{
      uses: number
    }>`select count(*) as uses from (${limited}) as found`.execute(db)
    usages.push({
      entity: referring.entity.name,
      path: referring.entity.path,
      field: referring.name,
      count: Number(counted[0]!.uses),
      records: rows.map((row) => {
        const stored = toRecord(referring.entity, row)
        const name = nameRecord(referring.entity, stored)
        return { id: textAt(row, 'id'), name, ...codeAndTitle(referring.entity, stored) }
      }),
    })
  }
  return usages
}

/** The ids of referenced records; all of them if that cannot be checked for all in one statement. */
export async function findUsedIds(
  tx: Tx,
  entity: Entity,
  records: readonly StoredRecord[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  if (records.length === 0) return used
  for (const referring of referrersOf(entity)) {
    const { field, pairedWith, many } = referring.reference
    if (pairedWith) continue
    if (many || Object.keys(partsOfReference(referring)).length > 1)
      return new Set(records.map(({ id }) => id))
    const column = columnName(referring.name)
    const rows = await dynamic(tx)
      .selectFrom(tableOf(referring.entity))
      .select(column)
      .distinct()
      .where(column, 'in', padToBucket(records.map((record) => passCell(record[field]!))))
      .execute()
    const found = new Set(rows.map((row) => row[column]))
    for (const record of records) if (found.has(passCell(record[field]!))) used.add(record.id)
  }
  return used
}

function conditionOf(dialect: Dialect, referring: Referrer, record: StoredRecord): Expression<SqlBool> {
  const tests = Object.entries(partsOfReference(referring)).map(([target, own]) => {
    const value = passCell(record[target]!)
    if (own === referring.name && referring.reference.many)
      return dialect.listContains(columnName(own), String(value))
    return sql<SqlBool>`${sql.ref(columnName(own))} = ${value}`
  })
  return sql<SqlBool>`${sql.join(tests, sql` and `)}`
}

/**
 * If a name is referenced and another record has the same name and the same paired values, the reference stays valid without
 * this record. The other is locked, so that two namesakes cannot both be deleted at once.
 */
export async function hasNamesake(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  referring: Referrer,
  record: StoredRecord,
): Promise<boolean> {
  const { field } = referring.reference
  if (entity.key.includes(field)) return false
  const paired = referencesOf(referring.entity).filter(
    ({ reference }) => reference.pairedWith === referring.name,
  )
  let query = dynamic(tx).selectFrom(tableOf(entity)).select('id').where('id', '<>', record.id)
  for (const name of [field, ...paired.map(({ reference }) => reference.field)]) {
    query = query.where(columnName(name), '=', passCell(record[name]!))
  }
  const other = await query.orderBy('id').limit(1).modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return other !== undefined
}

/** "3 zones and 1 city". */
export function describeUsages(usages: readonly Usage[]): string {
  const totals = new Map<string, number>()
  for (const { path, count } of usages) totals.set(path, (totals.get(path) ?? 0) + count)
  return formatList(
    [...totals].map(([path, count]) => {
      const { singular, plural } = entityAtPath(path)!
      const records = t(plural).toLowerCase()
      return count >= maxCounted
        ? t('more than 1000 {records}', { records })
        : t('{count, plural, one {# {record}} other {# {records}}}', {
            count,
            record: t(singular).toLowerCase(),
            records,
          })
    }),
  )
}
