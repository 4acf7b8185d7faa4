import { startPostgres } from './postgres-server.ts'

/** One PostgreSQL for all test files; `npm test` brings its own, a bare vitest gets one here. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL) return undefined
  const server = await startPostgres()
  // Workers are started after this and inherit the environment.
  process.env.TEST_POSTGRES_URL = server.url
  return async () => {
    delete process.env.TEST_POSTGRES_URL
    await server.stop()
  }
}
