import { sql } from 'kysely'
import { foldingVersion } from '#domain/alike/search-keys.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Db, Dialect, Tx } from './dialect.ts'
import type { Store } from './open-store.ts'
import { shapeOf, toCells, toRecord } from './record-rows.ts'
import { inParts } from './record-sets.ts'
import { schemaOfCatalogue } from './schema-of-catalogue.ts'

const setting = 'search folding'
const rowsAtOnce = 1000

/**
 * Records written by a version that searched under other words get the words of this one, before anyone is served. One
 * master after the other, each as a whole; a stop half-way costs the master it was at.
 */
export async function refold(store: Store, now: () => Date): Promise<void> {
  const { read: db, dialect } = store
  const isCurrent = async (): Promise<boolean> => {
    const row = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
    return Number(row?.['value'] ?? 1) >= foldingVersion
  }
  if (await isCurrent()) return
  await dialect.withMigrationLock(db, async () => {
    if (await isCurrent()) return
    for (const entity of catalogue) await refoldEntity(store, entity)
    const stamp = { value: String(foldingVersion), changed_at: now().toISOString() }
    await store.transaction((tx) =>
      tx
        .insertInto('setting')
        .values({ name: setting, ...stamp })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(stamp))
        .execute(),
    )
  })
}

async function refoldEntity(store: Store, entity: Entity): Promise<void> {
  const { dialect } = store
  if ((await firstRows(store.read, entity, '', 1)).length === 0) return
  const table = schemaOfCatalogue().find(({ name }) => name === entity.table)!
  const search = table.search ? dialect.remakeSearch(table) : { drop: [], make: [] }
  await store.transaction(async (tx) => {
    for (const statement of [...dialect.migrationPrelude, ...search.drop])
      await sql.raw(statement).execute(tx)
    for (let after = ''; ;) {
      const rows = (await firstRows(tx, entity, after, rowsAtOnce)) as StaleRow[]
      const stale = rows.flatMap((row) => refolded(entity, row))
      for (const part of inParts(stale)) await refoldRows(tx, dialect, entity, part)
      if (rows.length < rowsAtOnce) break
      after = rows.at(-1)!.id
    }
    for (const statement of search.make) await sql.raw(statement).execute(tx)
  })
}

const firstRows = (
  db: Db,
  entity: Entity,
  after: string,
  limit: number,
): Promise<Record<string, unknown>[]> =>
  db
    .selectFrom(entity.table)
    .select([...shapeOf(entity).selection, 'search_text', 'folded_texts'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

interface Folded {
  search_text: string
  folded_texts: string | null
}

type StaleRow = Parameters<typeof toRecord>[1] & Folded & { id: string; version: number }
type Refolded = Folded & { id: string; version: number }

/** What this version would have written, where that is something else. */
function refolded(entity: Entity, row: StaleRow): Refolded[] {
  const { id, version } = row
  const { search_text, folded_texts } = toCells(entity, id, toRecord(entity, { ...row })) as unknown as Folded
  const isSame = search_text === row.search_text && folded_texts === row.folded_texts
  return isSame ? [] : [{ id, version, search_text, folded_texts }]
}

async function refoldRows(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  stale: readonly Refolded[],
): Promise<void> {
  const table = sql.table(entity.table)
  const integer = sql.raw(dialect.columnType('integer'))
  const text = sql.raw(dialect.columnType('text').split(' collate')[0]!)
  const rows = stale.map(
    (each) => sql`(${each.id}, ${each.version}, ${each.search_text}, ${each.folded_texts})`,
  )
  const ids = sql.join(stale.map(({ id }) => id))
  // Whoever changed one meanwhile has written the new words already.
  await sql`
    with changed (id, version, words, folded) as (values ${sql.join(rows)})
    update ${table} set search_text = changed.words, folded_texts = cast(changed.folded as ${text}) from changed
    where ${table}.id in (${ids}) and ${table}.id = changed.id
      and ${table}.version = cast(changed.version as ${integer})`.execute(tx)
}
