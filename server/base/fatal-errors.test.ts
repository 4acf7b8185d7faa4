import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { startServer } from '#testing/processes/server-process.ts'

/** Imported before the server: raises both kinds of error on a signal, outside of every request. */
const failAtSignal = `process.on('SIGUSR2', () => {
  void Promise.reject(new Error('rejected by the test'))
  throw new Error('thrown by the test')
})`

it('logs unhandled rejections and uncaught exceptions, answers the requests in flight and exits with code 1', async () => {
  const home = await newDatabase('sqlite', { isReady: true })
  const file = join(home.dataDir, 'fail-at-signal.mjs')
  writeFileSync(file, failAtSignal)
  const server = await startServer({
    DATA_DIR: home.dataDir,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import ${pathToFileURL(file).href}`,
  })
  try {
    const body = JSON.stringify({ email: 'a@example.in', password: 'wrong guess' })
    const login = request(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    login.flushHeaders()
    // From "100 Continue" on, the request is in flight.
    await once(login, 'continue')
    const answered = once(login, 'response')
    const ended = server.stop('SIGUSR2')
    await vi.waitFor(
      () => {
        expect(server.output()).toMatch(/"level":"fatal".*rejected by the test.*"kind":"unhandled rejection"/)
        expect(server.output()).toMatch(/"level":"fatal".*thrown by the test.*"kind":"uncaught exception"/)
      },
      { timeout: 10_000, interval: 10 },
    )
    login.end(body)
    const [response] = await answered
    expect(response.statusCode).toBe(401)
    expect(await ended).toBe(1)
    expect(server.output()).toContain('"msg":"stopped"')
  } finally {
    await server.stop('SIGKILL')
    await home.drop()
  }
}, 150_000)
