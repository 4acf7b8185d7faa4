import { ask, runWorkers, keepAlive, NoReply } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { onBoth, titles, withHome, withServer, type Served } from './with-server.ts'

const times = 3
const lostShare = 0.2
const workers = 8

export const repeats: Figure = {
  number: 3,
  guarantee: '0 duplicate rows after a queue of 1,000 is replayed 3 times with 20 % of answers lost',
  measure: async ({ entries }, say) =>
    combine(
      await onBoth((database) =>
        withHome(database, async ({ settings }) => {
          say(`3: ${entries} entries, ${times} times, on ${titles[database]}`)
          const finding = await withServer(settings, (served) => replay(served, entries))
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

/** Acts like a phone that was offline: it sends all its entries, and sends them again without an answer. */
async function replay({ server, headers }: Served, entries: number): Promise<Finding> {
  const agent = keepAlive(workers)
  const before = await countOf(server.url, headers)
  const codes = Array.from({ length: entries }, () => new Set<string>())
  let lost = 0
  for (let time = 0; time < times; time++) {
    let next = 0
    await runWorkers(
      workers,
      () => next >= entries,
      async () => {
        const at = next++
        if (at >= entries) return
        const isAnswerLost = Math.random() < lostShare
        try {
          const { status, text } = await ask(`${server.url}/api/v1/soils`, {
            method: 'POST',
            // Identical bodies, so that only the key distinguishes a repeat from a new entry.
            body: { Soil_Name: 'Out of reach' },
            headers: { ...headers, 'idempotency-key': `entry-${at}` },
            agent,
            isAnswerLost,
          })
          if (status !== 201) throw new Error(`Entry ${at}: ${status} ${text}`)
          codes[at]!.add((JSON.parse(text) as { Soil_Code: string }).Soil_Code)
        } catch (error) {
          if (!(error instanceof NoReply)) throw error
          lost++
        }
      },
    )
  }
  agent.destroy()
  const rows = (await countOf(server.url, headers)) - before
  const split = codes.filter((each) => each.size > 1).length
  const shared = codes.flatMap((each) => [...each]).length - new Set(codes.flatMap((each) => [...each])).size
  return {
    measured: `${rows} rows for ${entries} entries sent ${times} times, ${lost} answers lost, ${split + shared} answers that disagree`,
    isMet: rows === entries && split + shared === 0 && lost > 0,
  }
}

async function countOf(url: string, headers: Record<string, string>): Promise<number> {
  const { text } = await ask(`${url}/api/v1/soils?total=true&limit=1`, { headers })
  return (JSON.parse(text) as { total: number }).total
}
