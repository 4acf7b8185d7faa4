import { sql, type CompiledQuery } from 'kysely'
import type { Json, TestApp } from './test-app.ts'

/** All statements that a request sends. */
export async function statementsOf(test: TestApp, path: string, as = 'ADMIN'): Promise<CompiledQuery[]> {
  const seen: CompiledQuery[] = []
  const executor = test.store.read.getExecutor()
  const original = executor.executeQuery
  executor.executeQuery = function (query, ...rest) {
    seen.push(query)
    return original.call(executor, query, ...rest) as never
  }
  try {
    const { status, body } = await test.request('GET', path, undefined, { as })
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  } finally {
    executor.executeQuery = original
  }
  return seen
}

/** The query plan, one line per node. */
export async function planOf(
  test: TestApp,
  { sql: text, parameters }: CompiledQuery,
  // The trigram index only supports bitmap scans.
  disabledScans: readonly string[] = /search_text/.test(text)
    ? ['seqscan']
    : ['seqscan', 'bitmapscan', 'sort'],
): Promise<string[]> {
  const { dialect, read } = test.store
  const explain = dialect.name === 'sqlite' ? 'explain query plan' : 'explain (costs off)'
  const parts = text.split(dialect.name === 'sqlite' ? /\?/ : /\$\d+/)
  const query = sql.join(
    parts.flatMap((part, at) => [sql.raw(part), ...(at < parts.length - 1 ? [literal(parameters[at])] : [])]),
    sql``,
  )
  const explained = sql<Json>`${sql.raw(explain)} ${query}`
  if (dialect.name === 'sqlite') return (await explained.execute(read)).rows.map((row) => String(row.detail))
  return read.transaction().execute(async (tx) => {
    // With few rows a sequential scan and a sort are the best plan; the test is whether there is another.
    for (const scan of disabledScans) await sql`set local ${sql.raw(`enable_${scan}`)} = off`.execute(tx)
    return (await explained.execute(tx)).rows.map((row) => String(row['QUERY PLAN']))
  })
}

const literal = (value: unknown) => sql.lit(value as string)

/** Makes SQLite plan for a large table with these statistics by index; PostgreSQL is left as it is. */
export async function setStatistics(
  { store }: TestApp,
  table: string,
  statistics: Readonly<Record<string, string>>,
): Promise<void> {
  if (store.dialect.name !== 'sqlite') return
  await store.transaction(async (tx) => {
    await sql`analyze ${sql.table(table)}`.execute(tx)
    await sql`delete from sqlite_stat1 where tbl = ${table}`.execute(tx)
    for (const [index, stat] of Object.entries(statistics))
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${stat})`.execute(tx)
    // Connections read the statistics again when the schema changes.
    for (const statement of ['create table schema_mark (mark)', 'drop table schema_mark'])
      await sql.raw(statement).execute(tx)
  })
}
