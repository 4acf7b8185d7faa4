import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '#testing/temp-folder.ts'
import { startServer } from '#testing/server-process.ts'

/** Imported before the server: raises the error on a signal, outside of every request. */
const failures = {
  'an unhandled rejection':
    "process.on('SIGUSR2', () => void Promise.reject(new Error('raised by the test')))",
  'an uncaught exception': "process.on('SIGUSR2', () => { throw new Error('raised by the test') })",
}

describe('an uncaught error', () => {
  it.each(Object.entries(failures))(
    'logs %s, answers the requests in flight and exits with code 1',
    async (_name, code) => {
      const dataDir = tempFolder('agridesk-fatal-')
      const file = join(dataDir, 'fail-at-signal.mjs')
      writeFileSync(file, code)
      const server = await startServer({
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        NODE_OPTIONS: `--import ${pathToFileURL(file).href}`,
      })
      try {
        const body = JSON.stringify({ email: 'a@example.in', password: 'wrong guess' })
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk.toString()))
        const closed = new Promise((resolve) => socket.once('close', resolve))
        socket.write(
          `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
        )
        await new Promise((resolve) => setTimeout(resolve, 100))
        const ended = server.stop('SIGUSR2')
        setTimeout(() => socket.write(body.slice(5)), 200)
        expect(await ended).toBe(1)
        await closed
        expect(answer).toMatch(/^HTTP\/1\.1 401 /)
        expect(server.output()).toMatch(/"level":"fatal".*raised by the test.*uncaught error/)
        expect(server.output()).toContain('"msg":"stopped"')
      } finally {
        await server.stop('SIGKILL')
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    30_000,
  )
})
