import { ask, byHands, keepAlive, NoReply } from './client.ts'
import { together, type Figure, type Finding } from './figure.ts'
import { onBoth, titles, withHome, withServer, type Served } from './with-server.ts'

const times = 3
const lostShare = 0.2
const hands = 8

export const repeats: Figure = {
  number: 3,
  promise: '0 duplicate rows after a queue of 1,000 is replayed 3 times with 20 % of answers lost',
  measure: async ({ entries }, say) =>
    together(
      await onBoth((database) =>
        withHome(database, async ({ settings }) => {
          say(`3: ${entries} entries, ${times} times, on ${titles[database]}`)
          const finding = await withServer(settings, (served) => replay(served, entries))
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

/** What a phone does that was out of reach: it sends all it has, and all of it again when it is not sure. */
async function replay({ server, headers }: Served, entries: number): Promise<Finding> {
  const agent = keepAlive(hands)
  const before = await countOf(server.url, headers)
  const codes = Array.from({ length: entries }, () => new Set<string>())
  let lost = 0
  for (let time = 0; time < times; time++) {
    let next = 0
    await byHands(
      hands,
      () => next >= entries,
      async () => {
        const at = next++
        if (at >= entries) return
        const isAnswerLost = Math.random() < lostShare
        try {
          const { status, text } = await ask(`${server.url}/api/v1/soils`, {
            method: 'POST',
            // All alike, so that nothing but the key can tell a repeat from a new one.
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
