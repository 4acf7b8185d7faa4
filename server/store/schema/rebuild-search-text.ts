import { sql } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { numberAt, textAt, textOrNull } from '#domain/catalogue/values.ts'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../dialect.ts'
import { shapeOf, toCells, toRecord } from '../records/record-rows.ts'
import { inParts } from '../records/record-sets.ts'
import { deleteSetting, readSetting } from '../settings.ts'
import type { BatchStep } from './data-steps.ts'
import { schemaOfCatalogue } from './schema-of-catalogue.ts'

const batchSize = 1000

/**
 * Rebuilds the search text of all records, after a change of how it is computed. Each entity is a batch, because its search
 * index is dropped and made once at the end; an interruption costs only the current one.
 */
export const rebuildSearchText: BatchStep = {
  runs: 'in batches',
  run: async (tx, dialect, position) => {
    const done = catalogue.findIndex(({ name }) => name === position)
    for (const entity of catalogue.slice(done + 1)) {
      if ((await firstRows(tx, entity, '', 1)).length === 0) continue
      await rebuildEntity(tx, dialect, entity)
      return entity.name
    }
    return undefined
  },
}

/** Versions before the data steps recorded here how the search text was computed. */
const oldSetting = 'search folding'
const lastVersion = 3

/** The same, unless an earlier version has done so. */
export const rebuildOldSearchText: BatchStep = {
  runs: 'in batches',
  run: async (tx, dialect, position) => {
    const isCurrent = Number(await readSetting(tx, oldSetting)) === lastVersion
    const next = isCurrent ? undefined : await rebuildSearchText.run(tx, dialect, position)
    if (next === undefined) await deleteSetting(tx, oldSetting)
    return next
  },
}

async function rebuildEntity(tx: Tx, dialect: Dialect, entity: Entity): Promise<void> {
  const table = schemaOfCatalogue().find(({ name }) => name === tableOf(entity))!
  const search = table.search ? dialect.rebuildSearchIndex(table) : { drop: [], make: [] }
  for (const statement of search.drop) await sql.raw(statement).execute(tx)
  for (let after = ''; ;) {
    const rows = await firstRows(tx, entity, after, batchSize)
    const stale = rows.flatMap((row) => findStale(entity, row))
    for (const part of inParts(stale)) await rebuildRows(tx, dialect, entity, part)
    if (rows.length < batchSize) break
    after = textAt(rows.at(-1)!, 'id')
  }
  for (const statement of search.make) await sql.raw(statement).execute(tx)
}

const firstRows = (db: Db, entity: Entity, after: string, limit: number): Promise<Row[]> =>
  dynamic(db)
    .selectFrom(tableOf(entity))
    .select([...shapeOf(entity).selection, 'search_text', 'folded_texts'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

interface StaleText {
  id: string
  version: number
  search_text: string
  folded_texts: string | null
}

/** The new search text, if it differs. */
function findStale(entity: Entity, row: Row): StaleText[] {
  const id = textAt(row, 'id')
  const cells = toCells(entity, id, toRecord(entity, { ...row }))
  const [search_text, folded_texts] = [textAt(cells, 'search_text'), textOrNull(cells, 'folded_texts')]
  const isSame = search_text === row['search_text'] && folded_texts === row['folded_texts']
  return isSame ? [] : [{ id, version: numberAt(row, 'version'), search_text, folded_texts }]
}

async function rebuildRows(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  stale: readonly StaleText[],
): Promise<void> {
  const table = sql.table(tableOf(entity))
  const integer = sql.raw(dialect.columnType('integer'))
  const text = sql.raw(dialect.columnType('text').split(' collate')[0]!)
  const rows = stale.map(
    (each) => sql`(${each.id}, ${each.version}, ${each.search_text}, ${each.folded_texts})`,
  )
  const ids = sql.join(stale.map(({ id }) => id))
  // Records changed in the meantime already have the new search text.
  await sql`
    with changed (id, version, words, folded) as (values ${sql.join(rows)})
    update ${table} set search_text = changed.words, folded_texts = cast(changed.folded as ${text}) from changed
    where ${table}.id in (${ids}) and ${table}.id = changed.id
      and ${table}.version = cast(changed.version as ${integer})`.execute(tx)
}
