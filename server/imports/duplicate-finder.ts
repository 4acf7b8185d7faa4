import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, titleOf, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import type { LikelyDuplicate } from '#domain/imports/import-job.ts'
import {
  comparedFields,
  duplicateFieldsOf,
  duplicateKeys,
  duplicateReasons,
  type DuplicateFields,
} from '#domain/imports/duplicate-keys.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Db, Row } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { inFewSizes } from '../store/prepared.ts'
import { within } from '../within.ts'
import type { Job } from './import-store.ts'
import { checkedDuplicates } from './part-store.ts'

/** Finds, for rows that would be created, the record that each is likely to repeat. */
export interface DuplicateFinder {
  /** One answer for each of the rows. */
  find: (db: Db, rows: readonly RowValues[]) => Promise<(LikelyDuplicate | undefined)[]>
}

interface RowValues {
  row: number
  values: RecordValues
}

const readAtOnce = 5000
/** Of records that share a key, so many are looked at more closely. */
const maxOfKey = 4

/**
 * The records as they are before the import, read once: of each only numbers made from its keys are held, so that a table of
 * a hundred thousand takes little memory, and no row of the file asks the database on its own. Only what the account may
 * see takes part.
 */
export async function openDuplicateFinder(
  ctx: Context,
  entity: Entity,
): Promise<DuplicateFinder | undefined> {
  const fields = duplicateFieldsOf(entity, gate(ctx, 'import', entity.name).hidden)
  if (!fields) return undefined
  const index = await indexOf(ctx, entity, fields)
  return {
    find: async (db, rows) => {
      const keys = rows.map(({ values }) => duplicateKeys(fields, values))
      const ids = keys.map((each) => [...new Set(each.flatMap(index.idsOf))])
      const all = [...new Set(ids.flat())]
      if (all.length === 0) return rows.map(() => undefined)
      const records = await readRows(db, entity, fields, all)
      return rows.map(({ values }, at) => nearest(entity, fields, values, ids[at]!, records))
    },
  }
}

/** What the check of the same rows has found: a run does what was shown there, and need not look again. */
export async function duplicatesAsChecked(db: Db, job: Job): Promise<DuplicateFinder> {
  const known = await checkedDuplicates(db, job.id, job.file.sheet)
  return { find: async (_, rows) => rows.map(({ row }) => known.get(row)) }
}

/** The one with the most reasons; of equals, the oldest. */
function nearest(
  entity: Entity,
  fields: DuplicateFields,
  values: RecordValues,
  ids: readonly string[],
  rows: ReadonlyMap<string, Row>,
): LikelyDuplicate | undefined {
  let found: LikelyDuplicate | undefined
  for (const id of ids) {
    const row = rows.get(id) as RecordValues | undefined
    const reasons = row ? duplicateReasons(fields, values, row) : []
    if (!row || reasons.length <= (found?.reasons.length ?? 0)) continue
    const title = titleOf(entity, entity.key[0] ?? '')
    found = { id, name: nameRecord(entity, row), title: title ? String(row[title] ?? '') : null, reasons }
  }
  return found
}

const columnsOf = (entity: Entity, names: readonly string[]): string[] =>
  [...new Set(names)]
    .filter((name) => entity.fields[name])
    .map((name) => `${entity.table}.${columnName(name)} as ${name}`)

async function readRows(
  db: Db,
  entity: Entity,
  fields: DuplicateFields,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const title = titleOf(entity, entity.key[0] ?? '')
  const names = [...comparedFields(fields), ...entity.key, ...(title ? [title] : [])]
  const rows = await db
    .selectFrom(entity.table)
    .select([`${entity.table}.id as id`, ...columnsOf(entity, names)])
    .where('id', 'in', inFewSizes(ids))
    .execute()
  return new Map(rows.map((row) => [String(row['id']), row as Row]))
}

interface KeyIndex {
  idsOf: (key: string) => string[]
}

async function indexOf(ctx: Context, entity: Entity, fields: DuplicateFields): Promise<KeyIndex> {
  const ids: string[] = []
  const byKey = new Map<number, number | number[]>()
  const limits = within(ctx, entity.name, entity.table)
  const columns = [`${entity.table}.id as id`, ...columnsOf(entity, comparedFields(fields))]
  for (let after = ''; ;) {
    let query = ctx.store.read
      .selectFrom(entity.table)
      .select(columns)
      .where(`${entity.table}.id`, '>', after)
    if (limits) query = query.where(limits.test())
    const rows = await query.orderBy(`${entity.table}.id`).limit(readAtOnce).execute()
    for (const row of rows) {
      const number = ids.push(String(row['id'])) - 1
      for (const key of duplicateKeys(fields, row as RecordValues)) add(byKey, numberOf(key), number)
    }
    if (rows.length < readAtOnce) break
    after = ids.at(-1)!
    await letOthersIn()
  }
  return { idsOf: (key) => [byKey.get(numberOf(key)) ?? []].flat().map((number) => ids[number]!) }
}

function add(byKey: Map<number, number | number[]>, key: number, number: number): void {
  const known = byKey.get(key)
  if (known === undefined) byKey.set(key, number)
  else if (typeof known === 'number') byKey.set(key, [known, number])
  else if (known.length < maxOfKey) known.push(number)
}

/** Two keys of one number do no harm: what is found by it is compared as it is written. */
function numberOf(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    high = Math.imul(high ^ letter, 2_654_435_761)
    low = Math.imul(low ^ letter, 1_597_334_677)
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}
