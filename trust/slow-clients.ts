import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/measure/statistics.ts'
import { ask, atRate, keepAlive } from './client.ts'
import type { Figure } from './figure.ts'
import { withHome, withServer, type Served } from './with-server.ts'

const slowConnections = 200
const openedAtOnce = 100
const watchedSeconds = 18
const othersPerSecond = 50

export const slowClients: Figure = {
  number: 7,
  guarantee:
    'with 10,000 idle and 200 slow connections others’ p99 < 250 ms; slow headers and slow bodies cut within 15 s',
  measure: ({ sockets }, say) =>
    withHome('sqlite', ({ settings }) =>
      withServer({ ...settings, SAMPLE_DATA: 'true' }, async (served) => {
        say(`7: ${sockets} idle and ${slowConnections} slow connections`)
        const idle = await openIdle(served.server.url, sockets)
        const slow = openSlow(served.server.url)
        const latencies = await latenciesOfOthers(served)
        const cut = await Promise.all(slow)
        const stillOpen = idle.filter((socket) => !socket.destroyed).length
        for (const socket of idle) socket.destroy()
        const p99 = percentile(latencies, 0.99)
        const refused = latencies.filter((each) => each === Infinity).length
        const last = Math.max(...cut)
        return {
          measured: `${stillOpen} idle and ${cut.length} slow: p99 of ${latencies.length} others ${p99.toFixed(1)} ms (${refused} refused), the last slow one cut after ${last.toFixed(1)} s`,
          isMet: stillOpen === sockets && p99 < 250 && last <= 15,
        }
      }),
    ),
}

/** Opens connections that stay idle after one response. */
async function openIdle(url: string, count: number): Promise<Socket[]> {
  const open: Socket[] = []
  while (open.length < count) {
    const some = Math.min(openedAtOnce, count - open.length)
    open.push(...(await Promise.all(Array.from({ length: some }, () => openOne(url)))))
  }
  return open
}

function openOne(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', () => {
      socket.off('error', reject)
      socket.on('error', () => socket.destroy())
      resolve(socket)
    })
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  })
}

const requestHeads = [
  'GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ',
  'POST /api/form/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
]

/** Half send the headers, half the body at one character per second; resolves with the seconds until each is closed. */
function openSlow(url: string): Promise<number>[] {
  return Array.from(
    { length: slowConnections },
    (_, at) =>
      new Promise((resolve) => {
        const began = performance.now()
        const socket = connect(Number(new URL(url).port), '127.0.0.1')
        socket.write(requestHeads[at % 2]!)
        const drip = setInterval(() => socket.write(' '), 1000)
        socket.on('data', () => {})
        socket.on('error', () => {})
        socket.on('close', () => {
          clearInterval(drip)
          resolve((performance.now() - began) / 1000)
        })
      }),
  )
}

async function latenciesOfOthers({ server, headers }: Served): Promise<number[]> {
  const agent = keepAlive()
  const latencies: number[] = []
  const over = sleep(watchedSeconds * 1000)
  let isOver = false
  void over.then(() => (isOver = true))
  await atRate(
    othersPerSecond,
    () => isOver,
    async () => {
      const { status, milliseconds } = await ask(`${server.url}/api/v1/customers?limit=10`, {
        headers,
        agent,
      })
      latencies.push(status === 200 ? milliseconds : Infinity)
    },
  )
  agent.destroy()
  return latencies
}
