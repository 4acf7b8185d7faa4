import { sql, type CompiledQuery } from 'kysely'
import type { Json, TestApp } from './test-app.ts'

/** Every statement that a request sends, as it was sent. */
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

/** What the database says it will do, a line a step. */
export async function planOf(
  test: TestApp,
  { sql: text, parameters }: CompiledQuery,
  // Parts of words are found by a bitmap or not at all.
  otherWays: readonly string[] = /search_text/.test(text) ? ['seqscan'] : ['seqscan', 'bitmapscan', 'sort'],
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
    // On a handful of rows reading and sorting them all is the best plan: what is asked is whether there is another.
    for (const way of otherWays) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
    return (await explained.execute(tx)).rows.map((row) => String(row['QUERY PLAN']))
  })
}

const literal = (value: unknown) => sql.lit(value as string)
