import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, OnlineChanges, StoreFailure } from '../dialect.ts'
import {
  checkName,
  checkOf,
  columnSql,
  createIndexSql,
  foreignKeySql,
  literal,
  quote,
  type DdlDialect,
} from '../schema/ddl.ts'

/** Milliseconds that a change waits for its locks, and others behind it. Shorter than `deadlock_timeout`: it is never others that fail. */
const lockTimeout = 300
/** Milliseconds before the next attempt, doubled each time. */
const [firstPause, longestPause] = [100, 5000]
const buildPause = 500

export const onlineChanges = (
  ddl: DdlDialect,
  explain: (error: unknown) => StoreFailure | undefined,
): OnlineChanges => ({
  addColumn: (table, column, fill) => {
    const check = checkOf(column)
    // A constant default is stored once for all rows, and is the value of rows that older versions insert.
    const filled = fill === undefined ? '' : ` default ${literal(fill)}`
    return [
      `alter table ${quote(table)} add column ${columnSql(ddl, column)}${filled}`,
      ...(check
        ? [
            `alter table ${quote(table)} add constraint ${quote(checkName(table, column))} check (${check}) not valid`,
          ]
        : []),
    ]
  },
  addForeignKey: (table, key) => `alter table ${quote(table)} add ${foreignKeySql(ddl, key)} not valid`,
  changeBriefly: async (db, { written, used, prepare, statements }, onWait) => {
    const locks = [
      ...lockStatement(written, 'share row exclusive'),
      ...lockStatement(used, 'access exclusive'),
    ]
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return await db.transaction().execute(async (tx) => {
          await prepare(tx)
          await sql.raw(`set local statement_timeout = ${lockTimeout}`).execute(tx)
          // One message, so that the locks do not last as long as the answers take.
          await sql.raw([...locks, ...statements].join(';\n')).execute(tx)
        })
      } catch (error) {
        const kind = explain(error)?.kind
        if (kind !== 'slow' && kind !== 'again') throw error
        onWait?.([...written, ...used].join(', '))
        await sleep(pause)
      }
    }
  },
  buildIndex: async (db, table, index, onWait) => {
    for (;;) {
      const state = await stateOfIndex(db, index.name)
      if (state === 'valid') return
      if (state === 'being built') {
        onWait()
        await sleep(buildPause)
        continue
      }
      if (state === 'invalid')
        await sql.raw(`drop index concurrently if exists ${quote(index.name)}`).execute(db)
      const create = createIndexSql(table, index).replace('create index', 'create index concurrently')
      await sql
        .raw(create)
        .execute(db)
        .catch((error: unknown) => {
          // The server goes on when the connection is lost, or another statement was in the way.
          const kind = explain(error)?.kind
          if (kind !== 'unavailable' && kind !== 'again') throw error
          return sleep(buildPause)
        })
    }
  },
  batchPrelude: `set local lock_timeout = ${lockTimeout}`,
  validate: (db, table, constraint) =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql.raw(`alter table ${quote(table)} validate constraint ${quote(constraint)}`).execute(tx)
    }),
})

const lockStatement = (tables: readonly string[], mode: string): string[] =>
  tables.length > 0 ? [`lock table ${tables.map(quote).join(', ')} in ${mode} mode`] : []

type IndexState = 'missing' | 'valid' | 'being built' | 'invalid'

async function stateOfIndex(db: Db, name: string): Promise<IndexState> {
  const { rows } = await sql<{ state: IndexState }>`
    select case when i.indisvalid then 'valid'
      when exists (select 1 from pg_stat_progress_create_index as p where p.index_relid = c.oid) then 'being built'
      else 'invalid' end as state
    from pg_class as c join pg_index as i on i.indexrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = ${name}`.execute(db)
  return rows[0]?.state ?? 'missing'
}
