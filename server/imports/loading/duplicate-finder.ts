import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { titleFieldsOf, titleText } from '#domain/catalogue/names/title-text.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { LikelyDuplicate } from '#domain/api/imports/import-rows.ts'
import {
  comparedFields,
  duplicateFieldsOf,
  duplicateKeys,
  duplicateReasons,
  type DuplicateFields,
} from '#domain/imports/duplicate-keys.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../../core/context.ts'
import { dynamicGate } from '../../core/gate.ts'
import { dynamic, type Db } from '../../store/dialect.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { padToBucket } from '../../store/query/prepared.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import type { Job } from '../import-store.ts'
import { checkedDuplicates } from '../reading/part-store.ts'

/** Finds the existing record that each new row probably duplicates. */
export interface DuplicateFinder {
  /** One result per row. */
  find: (db: Db, rows: readonly RowValues[]) => Promise<(LikelyDuplicate | undefined)[]>
}

interface RowValues {
  row: number
  values: RecordValues
}

const readBatchSize = 5000
/** Only so many records with the same key are compared. */
const maxPerKey = 4

/**
 * Reads the records once before the import and holds only hashes of their keys, so that a table of a hundred thousand
 * takes little memory and no row needs a query of its own. Only records that the account can see take part.
 */
export async function openDuplicateFinder(
  ctx: Context,
  entity: Entity,
): Promise<DuplicateFinder | undefined> {
  const fields = duplicateFieldsOf(entity, dynamicGate(ctx, 'import', entity.name).hidden)
  if (!fields) return undefined
  const index = await indexOf(ctx, entity, fields)
  return {
    find: async (db, rows) => {
      const keys = rows.map(({ values }) => duplicateKeys(fields, values))
      const ids = keys.map((each) => [...new Set(each.flatMap(index.idsOf))])
      const all = [...new Set(ids.flat())]
      if (all.length === 0) return rows.map(() => undefined)
      const records = await readRows(db, entity, fields, all)
      return rows.map(({ values }, at) => bestMatch(entity, fields, values, ids[at]!, records))
    },
  }
}

/** The duplicates found by the check of the same rows: a run does what was shown there. */
export async function checkedDuplicateFinder(db: Db, job: Job): Promise<DuplicateFinder> {
  const known = await checkedDuplicates(db, job.id, job.file.sheet)
  return { find: async (_, rows) => rows.map(({ row }) => known.get(row)) }
}

/** The record with the most reasons; the oldest of equals. */
function bestMatch(
  entity: Entity,
  fields: DuplicateFields,
  values: RecordValues,
  ids: readonly string[],
  rows: ReadonlyMap<string, RecordValues>,
): LikelyDuplicate | undefined {
  let found: LikelyDuplicate | undefined
  for (const id of ids) {
    const row = rows.get(id)
    const reasons = row ? duplicateReasons(fields, values, row) : []
    if (!row || reasons.length <= (found?.reasons.length ?? 0)) continue
    found = {
      id,
      name: nameRecord(entity, row),
      title: titleText(entity, entity.key[0] ?? '', row),
      reasons,
    }
  }
  return found
}

const columnsOf = (entity: Entity, names: readonly string[]): string[] =>
  [...new Set(names)]
    .filter((name) => entity.fields[name])
    .map((name) => `${tableOf(entity)}.${columnName(name)} as ${name}`)

async function readRows(
  db: Db,
  entity: Entity,
  fields: DuplicateFields,
  ids: readonly string[],
): Promise<Map<string, RecordValues>> {
  const names = [...comparedFields(fields), ...entity.key, ...titleFieldsOf(entity, entity.key[0] ?? '')]
  const rows = await dynamic(db)
    .selectFrom(tableOf(entity))
    .select([`${tableOf(entity)}.id as id`, ...columnsOf(entity, names)])
    .where('id', 'in', padToBucket(ids))
    .execute()
  return new Map(rows.map((row) => [textAt(row, 'id'), row]))
}

interface KeyIndex {
  idsOf: (key: string) => string[]
}

async function indexOf(ctx: Context, entity: Entity, fields: DuplicateFields): Promise<KeyIndex> {
  const ids: string[] = []
  const byKey = new Map<number, number | number[]>()
  const limits = territoryFilter(ctx, entity.name, tableOf(entity))
  const columns = [`${tableOf(entity)}.id as id`, ...columnsOf(entity, comparedFields(fields))]
  for (let after = ''; ;) {
    let query = dynamic(ctx.store.read)
      .selectFrom(tableOf(entity))
      .select(columns)
      .where(`${tableOf(entity)}.id`, '>', after)
    if (limits) query = query.where(limits.test())
    const rows = await query
      .orderBy(`${tableOf(entity)}.id`)
      .limit(readBatchSize)
      .execute()
    for (const row of rows) {
      const number = ids.push(textAt(row, 'id')) - 1
      for (const key of duplicateKeys(fields, row)) add(byKey, hashKey(key), number)
    }
    if (rows.length < readBatchSize) break
    after = ids.at(-1)!
    await yieldToEventLoop()
  }
  return { idsOf: (key) => [byKey.get(hashKey(key)) ?? []].flat().map((number) => ids[number]!) }
}

function add(byKey: Map<number, number | number[]>, key: number, number: number): void {
  const known = byKey.get(key)
  if (known === undefined) byKey.set(key, number)
  else if (typeof known === 'number') byKey.set(key, [known, number])
  else if (known.length < maxPerKey) known.push(number)
}

/** 32 bits, which a map stores without allocating. Collisions do no harm: records found by a hash are compared by their values. */
function hashKey(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    high = Math.imul(high ^ letter, 2_654_435_761)
    low = Math.imul(low ^ letter, 1_597_334_677)
  }
  return high ^ (low >>> 16)
}
