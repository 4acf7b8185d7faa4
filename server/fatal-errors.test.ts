import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { passingFolder } from '#testing/passing-folder.ts'
import { startServer } from '#testing/server-process.ts'

/** Read before the server itself: what goes wrong at the signal goes wrong outside of every request. */
const failures = {
  'an unhandled rejection':
    "process.on('SIGUSR2', () => void Promise.reject(new Error('the test wants it')))",
  'an uncaught exception': "process.on('SIGUSR2', () => { throw new Error('the test wants it') })",
}

describe('an error that nothing caught', () => {
  it.each(Object.entries(failures))(
    '%s is logged, what is in flight is answered, and the exit code says so',
    async (_name, code) => {
      const dataDir = passingFolder('agridesk-fatal-')
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
        expect(server.output()).toMatch(/"level":"fatal".*the test wants it.*an error was caught by nothing/)
        expect(server.output()).toContain('"msg":"stopped"')
      } finally {
        await server.stop('SIGKILL')
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    60_000,
  )
})
