import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, atRate, byHands, keepAlive, NoReply } from './client.ts'
import { together } from './figure.ts'
import { OptionRefusal } from '../bench/options.ts'
import { isWhole, readOptions } from './options.ts'
import { lineOf, tableOf, writeLines } from './report.ts'
import { judgeLevel, readVerdicts } from './standard.ts'

const known = [3, 6, 8]

describe('the options', () => {
  it('are what is promised unless less is asked for, and never more', () => {
    expect(isWhole(readOptions([], known))).toBe(true)
    expect(isWhole(readOptions(['--only', '3,6'], known))).toBe(true)
    expect(isWhole(readOptions(['--seconds', '5'], known))).toBe(false)
    expect(() => readOptions(['--seconds', '600'], known)).toThrow(
      '--seconds should be a number from 1 to 60',
    )
    expect(() => readOptions(['--only', '9'], known)).toThrow('--only takes numbers among 3, 6, 8')
    expect(() => readOptions(['--stop'], known)).toThrow(OptionRefusal)
  })
})

describe('the report', () => {
  const figure = { number: 6, promise: 'stays upright', measure: async () => together([]) }
  const document = '# Trust\n\n| # | p |\n| --- | --- |\n| 3 | old |\n| 6 | old |\n| 12 | old |\n\nMore.\n'

  it('puts what was measured in its place and leaves the rest', () => {
    const line = lineOf(figure, { measured: 'fell | over', isMet: false }, 'today')
    expect(writeLines(document, [line])).toBe(
      document.replace('| 6 | old |', '| 6 | stays upright | fell / over | missed | today |'),
    )
    expect(tableOf([line])).toContain('missed')
    expect(() => writeLines('# No table', [line])).toThrow('no table')
  })

  it('is met only when every part is, and nothing is not enough', () => {
    const good = { measured: 'a', isMet: true }
    expect(together([good, good]).isMet).toBe(true)
    expect(together([good, { measured: 'b', isMet: false }])).toEqual({ measured: 'a; b', isMet: false })
    expect(together([]).isMet).toBe(false)
  })

  it('counts verdicts, and misses a requirement without one', () => {
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

  it('tells an answer, a lost answer, a broken one and a closed door apart', async () => {
    expect(await ask(url)).toMatchObject({ status: 503, text: 'later', headers: { 'retry-after': '1' } })
    await expect(ask(url, { isAnswerLost: true })).rejects.toMatchObject({ wasTaken: true })
    await expect(ask(`${url}/broken`)).rejects.toMatchObject({ wasTaken: true })
    await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ wasTaken: false })
    await expect(ask('http://127.0.0.1:1')).rejects.toBeInstanceOf(NoReply)
  })

  it('keeps to the rate whatever the answers take, and to the number of hands', async () => {
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
    await byHands(
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
