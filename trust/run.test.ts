import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, atRate, runWorkers, keepAlive, NoReply } from './client.ts'
import { combine } from './figure.ts'
import { OptionRefusal } from '../bench/options.ts'
import { isFullRun, readOptions } from './options.ts'
import { lineOf, tableOf, writeLines } from './report.ts'
import { judgeLevel, readVerdicts } from './standard.ts'

const known = [3, 6, 8]

describe('the options', () => {
  it('default to the guaranteed sizes, and accept smaller but not larger ones', () => {
    expect(isFullRun(readOptions([], known))).toBe(true)
    expect(isFullRun(readOptions(['--only', '3,6'], known))).toBe(true)
    expect(isFullRun(readOptions(['--seconds', '5'], known))).toBe(false)
    expect(() => readOptions(['--seconds', '600'], known)).toThrow(
      '--seconds should be a number from 1 to 60',
    )
    expect(() => readOptions(['--only', '9'], known)).toThrow('--only takes numbers among 3, 6, 8')
    expect(() => readOptions(['--stop'], known)).toThrow(OptionRefusal)
  })
})

describe('the report', () => {
  const figure = { number: 6, guarantee: 'stays upright', measure: async () => combine([]) }
  const document = '# Trust\n\n| # | p |\n| --- | --- |\n| 3 | old |\n| 6 | old |\n| 12 | old |\n\nMore.\n'

  it('replaces the rows of measured figures and keeps the rest', () => {
    const line = lineOf(figure, { measured: 'fell | over', isMet: false }, 'today')
    expect(writeLines(document, [line])).toBe(
      document.replace('| 6 | old |', '| 6 | stays upright | fell / over | missed | today |'),
    )
    expect(tableOf([line])).toContain('missed')
    expect(() => writeLines('# No table', [line])).toThrow('no table')
  })

  it('is met only if there are findings and all are met', () => {
    const good = { measured: 'a', isMet: true }
    expect(combine([good, good]).isMet).toBe(true)
    expect(combine([good, { measured: 'b', isMet: false }])).toEqual({ measured: 'a; b', isMet: false })
    expect(combine([]).isMet).toBe(false)
  })

  it('counts verdicts, and is missed if a requirement has none', () => {
    const rows = (verdict: string): string =>
      Array.from(
        { length: 70 },
        (_, at) => `| 1.1.${at} | 1 | words | ${at === 9 ? verdict : 'pass'} | where |`,
      ).join('\n')
    expect(judgeLevel(readVerdicts(rows('pass')), 1).isMet).toBe(true)
    expect(judgeLevel(readVerdicts(rows('fail')), 1)).toMatchObject({
      isMet: false,
      measured: expect.stringContaining('1 fail (1.1.9)'),
    })
    expect(judgeLevel(readVerdicts(rows('perhaps')), 1).isMet).toBe(false)
  })
})

describe('the client', () => {
  const server = createServer((request, response) => {
    if (request.url === '/broken') request.socket.destroy()
    else response.writeHead(503, { 'retry-after': '1' }).end('later')
  })
  let url = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  afterAll(() => server.close())

  it('distinguishes a response, a lost one, a broken one and a refused connection', async () => {
    expect(await ask(url)).toMatchObject({ status: 503, text: 'later', headers: { 'retry-after': '1' } })
    await expect(ask(url, { isAnswerLost: true })).rejects.toMatchObject({ wasTaken: true })
    await expect(ask(`${url}/broken`)).rejects.toMatchObject({ wasTaken: true })
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ wasTaken: false })
    await expect(ask('http://127.0.0.1:1')).rejects.toBeInstanceOf(NoReply)
  })

  it('keeps the rate regardless of response times, and the number of workers', async () => {
    const end = performance.now() + 300
    const isOver = (): boolean => performance.now() > end
    const agent = keepAlive()
    const sent = await atRate(200, isOver, async () => void (await ask(url, { agent })))
    agent.destroy()
    expect(sent).toBeGreaterThan(30)
    expect(sent).toBeLessThanOrEqual(61)
    let busy = 0
    let most = 0
    let left = 20
    await runWorkers(
      4,
      () => left-- <= 0,
      async () => {
        most = Math.max(most, ++busy)
        await ask(url)
        busy--
      },
    )
    expect(most).toBe(4)
  })
})
