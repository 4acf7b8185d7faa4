import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '#testing/processes/server-process.ts'
import { atRate, keepAlive, NoReply } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { logIn, withHome, withServer } from './with-server.ts'
import { Writer } from './writer.ts'

const perSecond = 200
const secondsGone = 10

export const stops: Figure = {
  number: 8,
  guarantee:
    'SIGTERM under 200 requests/s, 50 times: 0 broken answers, exit ≤ 10 s; database gone 10 s: 503 within 2 s, back within 5 s, no false success',
  measure: async ({ stops: count }, say) => {
    say(`8: ${count} times stopped under ${perSecond} requests a second`)
    const stopped = await stopManyTimes(count)
    say(`8: the database gone for ${secondsGone} s`)
    return combine([stopped, await loseTheDatabase()])
  },
}

function stopManyTimes(count: number): Promise<Finding> {
  return withHome('sqlite', async ({ settings }) => {
    let answered = 0
    let longest = 0
    let badExits = 0
    let missing = 0
    const broken: string[] = []
    let before: Writer | undefined
    for (let time = 0; time < count; time++) {
      const server = await startServer(settings)
      const headers = await logIn(server.url)
      missing += (await before?.missing(server.url, headers)) ?? 0
      const writer = new Writer(headers)
      const agent = keepAlive()
      let isGone = false
      const load = atRate(
        perSecond,
        () => isGone,
        async () => {
          const reply = await writer.send(server.url, agent)
          if (reply instanceof NoReply) {
            if (reply.wasTaken) broken.push(reply.message)
          } else if ([200, 201, 503].includes(reply.status)) answered++
          else broken.push(`${reply.status} ${reply.text}`)
        },
      )
      await sleep(300 + Math.random() * 400)
      const began = performance.now()
      if ((await server.stop('SIGTERM')) !== 0) badExits++
      longest = Math.max(longest, (performance.now() - began) / 1000)
      isGone = true
      await load
      agent.destroy()
      before = writer
    }
    missing += await withServer(settings, (last) => before!.missing(last.server.url, last.headers))
    return {
      measured: `${count} stops under ${perSecond}/s: ${answered} answers, ${broken.length} broken${broken[0] ? ` (${broken[0].slice(0, 120)})` : ''}, ${missing} acknowledged and not there, ${badExits} exits other than 0, the slowest in ${longest.toFixed(1)} s`,
      isMet: broken.length === 0 && missing === 0 && badExits === 0 && longest <= 10,
    }
  })
}

interface Seen {
  sent: number
  milliseconds: number
  status: number
}

function loseTheDatabase(): Promise<Finding> {
  return withHome('postgres', ({ settings, database }) =>
    withServer(settings, async ({ server, headers }) => {
      const writer = new Writer(headers)
      const agent = keepAlive()
      const seen: Seen[] = []
      let isOver = false
      const load = atRate(
        50,
        () => isOver,
        async () => {
          const sent = performance.now()
          const reply = await writer.send(server.url, agent)
          const status = reply instanceof NoReply ? 0 : reply.status
          seen.push({ sent, milliseconds: performance.now() - sent, status })
        },
      )
      await sleep(2000)
      await database!.kill()
      const gone = performance.now()
      await sleep(secondsGone * 1000)
      const returning = performance.now()
      await database!.start()
      await sleep(7000)
      isOver = true
      await load
      agent.destroy()
      const during = seen.filter(({ sent, milliseconds }) => sent > gone && sent + milliseconds < returning)
      const others = during.filter(({ status }) => status !== 503).length
      const slowest = Math.max(...during.map(({ milliseconds }) => milliseconds))
      const isBad = ({ status }: Seen): boolean => status !== 200 && status !== 201
      const lastBad = seen.filter(isBad).reduce((last, { sent }) => Math.max(last, sent), 0)
      const back = Math.max(0, lastBad - returning) / 1000
      const missing = await writer.missing(server.url)
      const unanswered = seen.filter(({ status }) => status === 0).length
      return {
        measured: `database gone ${secondsGone} s: ${during.length} answers, ${others} other than 503, the slowest in ${Math.round(slowest)} ms, ${unanswered} requests without an answer, back after ${back.toFixed(1)} s, ${missing} of ${writer.acknowledged.size} acknowledged and not there`,
        isMet:
          during.length > 0 &&
          others === 0 &&
          slowest <= 2000 &&
          unanswered === 0 &&
          back <= 5 &&
          missing === 0,
      }
    }),
  )
}
