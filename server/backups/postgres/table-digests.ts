import type pg from 'pg'
import { textAt } from '#domain/catalogue/values.ts'
import { quote } from '../../store/schema/ddl.ts'
import { compareTable, type TableDigest } from '../table-digest.ts'

/** The number of rows of each table, and a hash of their content in any order, which the database computes. */
export async function digestTables(client: pg.Client): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  await client.query('begin isolation level repeatable read read only')
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    )
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from ${quote(name)} t`,
      )
      const row = rows[0] ?? {}
      digests.set(name, { rows: Number(textAt(row, 'rows')), hash: textAt(row, 'hash') })
    }
  } finally {
    await client.query('rollback')
  }
  return digests
}

type Digests = ReadonlyMap<string, TableDigest>

/**
 * Compares the restored tables with those of the database in use before and after the moment that was restored. A table
 * that was the same before and after must be the same in the backup.
 */
export function compareTables(restored: Digests, before: Digests, after: Digests): void {
  for (const [table, first] of before) {
    const second = after.get(table)
    const isUnchanged = second?.hash === first.hash && second.rows === first.rows
    if (isUnchanged || !restored.has(table)) compareTable(table, restored.get(table), first)
  }
}
