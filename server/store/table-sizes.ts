import { sql } from 'kysely'
import type { Tx } from './dialect.ts'

/** From a sample of every index: a look at a million rows would keep everybody waiting. */
export const bySample = 'pragma analysis_limit = 400'
/** Of all tables, not only of those that this connection has read. */
const all = 0x10000
const analyse = 2
const onlySay = 1

export const learnAllSizes = `pragma optimize = ${all | analyse}`

/**
 * Which index SQLite goes along depends on what it knows of the tables, and it looks at them only when it is told to. Once a table is ten
 * times as large as it was, it is looked at again: else whoever loads all customers on the first day would wait for a restart.
 */
export async function learnSizes(tx: Tx): Promise<boolean> {
  const { rows: grown } = await sql<{
    optimize: string
  }>`pragma optimize = ${sql.lit(all | analyse | onlySay)}`.execute(tx)
  if (grown.length === 0) return false
  const before = await known(tx)
  for (const { optimize: statement } of grown) await sql.raw(statement).execute(tx)
  // An empty table is told of each time, and has nothing to tell.
  if ((await known(tx)) === before) return false
  // Other connections keep what they knew when they read the schema: they read it again when it seems to be another.
  for (const statement of ['create table schema_mark (mark)', 'drop table schema_mark'])
    await sql.raw(statement).execute(tx)
  return true
}

async function known(tx: Tx): Promise<string> {
  const { rows: tables } = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(tx)
  if (tables.length === 0) return ''
  const { rows } = await sql`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(tx)
  return JSON.stringify(rows)
}
