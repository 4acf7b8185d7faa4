import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** Samples each index: a full scan of a million rows would block all requests. */
export const analysisLimit = 'pragma analysis_limit = 400'
/** All tables, not only those that this connection has read. */
const all = 0x10000
const analyse = 2
const dryRun = 1

export const analyzeAllTables = `pragma optimize = ${all | analyse}`

/**
 * SQLite's planner needs statistics, which it collects only on request. A table is analysed again once it has grown tenfold:
 * otherwise the statistics after the first large import would be wrong until a restart.
 */
export async function analyzeGrownTables(tx: Tx): Promise<boolean> {
  const { rows: outdated } = await sql<{
    optimize: string
  }>`pragma optimize = ${sql.lit(all | analyse | dryRun)}`.execute(tx)
  if (outdated.length === 0) return false
  const before = await readStatistics(tx)
  for (const { optimize: statement } of outdated) await sql.raw(statement).execute(tx)
  // Empty tables are listed each time, without any statistics.
  if ((await readStatistics(tx)) === before) return false
  // Other connections use the statistics loaded with the schema; a schema change makes them reload it.
  for (const statement of ['create table schema_mark (mark)', 'drop table schema_mark'])
    await sql.raw(statement).execute(tx)
  return true
}

async function readStatistics(tx: Tx): Promise<string> {
  const { rows: tables } = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(tx)
  if (tables.length === 0) return ''
  const { rows } = await sql`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(tx)
  return JSON.stringify(rows)
}
