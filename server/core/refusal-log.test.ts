import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { serviceUnavailable } from '#domain/problem.ts'
import { addErrorHandler } from './problems.ts'
import { RefusalLog } from './refusal-log.ts'

type Line = Record<string, unknown>

function logInto(lines: Line[]): FastifyBaseLogger {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as Line)
      done()
    },
  })
  return pino({ level: 'warn' }, stream)
}

describe('rejected requests', () => {
  it('are logged as a warning without a stack', async () => {
    const lines: Line[] = []
    const app = fastify({ loggerInstance: logInto(lines), disableRequestLogging: true })
    addErrorHandler(app, (error) =>
      String(error).includes('disk') ? serviceUnavailable('Disk full') : undefined,
    )
    app.get('/busy', () => {
      throw serviceUnavailable('Very busy', 1)
    })
    app.get('/broken', () => {
      throw new Error('disk')
    })
    for (let at = 0; at < 3; at++) expect((await app.inject('/busy')).statusCode).toBe(503)
    expect(lines).toMatchObject([{ level: 40, reason: 'Very busy', msg: 'request could not be served' }])
    expect(JSON.stringify(lines)).not.toContain('stack')
    expect((await app.inject('/broken')).statusCode).toBe(503)
    // Errors of the database keep their stack.
    expect(lines[1]).toMatchObject({ level: 40, err: { message: 'disk', stack: expect.any(String) } })
    await app.close()
  })

  it('are counted when there are many', async () => {
    const lines: Line[] = []
    const log = logInto(lines)
    const refusals = new RefusalLog(20)
    for (let at = 0; at < 500; at++) refusals.record(log, `${at}`, 'Very busy')
    refusals.record(log, 'other', 'Stopping')
    expect(lines).toMatchObject([{ reqId: '0', reason: 'Very busy' }, { reason: 'Stopping' }])
    while (lines.length < 3) await sleep(5)
    expect(lines[2]).toMatchObject({ level: 40, reason: 'Very busy', count: 499 })
    await sleep(40)
    expect(lines).toHaveLength(3)
    refusals.record(log, 'later', 'Very busy')
    expect(lines[3]).toMatchObject({ reqId: 'later' })
  })
})
