import type pg from 'pg'

/** Settings of the server for all statements of a connection. */
export type Settings = Record<string, number | 'off'>

/**
 * Whether a pooler lends connections of the server, perhaps another one for each transaction: the process that answers is not
 * the one that the log-in named. What a statement leaves behind on such a connection, a pooler gives to another client.
 */
export async function isBehindPooler(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== ('processID' in client ? client.processID : undefined)
}

/** The settings for a transaction only, which is as long as a pooler lends a connection. */
export const localSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')

/** Sends a single statement in a transaction with these settings, all at once. */
export async function sendWithSettings<T>(
  client: pg.PoolClient,
  settings: string,
  send: () => Promise<T>,
): Promise<T> {
  // If it fails, so do the statements after it.
  client.query(`begin; ${settings}`).catch(() => {})
  const answer = send()
  const committed = client.query('commit')
  committed.catch(() => {})
  const result = await answer
  await committed
  return result
}
