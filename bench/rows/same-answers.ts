import { isDeepStrictEqual } from 'node:util'
import type { Bench } from '../compare.ts'
import type { Case } from './cases.ts'
import type { RunningServer } from './server-start.ts'
import type { SideName } from '../sides.ts'

const sampleSize = 10

/** Throws unless both sides return the same records, because a ratio is only meaningful for the same work. */
export async function checkSameAnswers(
  { samples, headers }: Bench,
  servers: Record<SideName, RunningServer>,
  each: Case,
): Promise<void> {
  const [ours, bare] = [each.requests(samples, 'ours'), each.requests(samples, 'bare')]
  for (const [at, request] of ours.slice(0, sampleSize).entries()) {
    if (request.method === 'POST') return
    const read = async (side: SideName, path: string): Promise<unknown> => {
      const answer = (await (await fetch(`${servers[side].url}${path}`, { headers })).json()) as object
      return 'items' in answer ? answer.items : answer
    }
    const answers = [await read('ours', request.path), await read('bare', bare[at]!.path)]
    if (!isDeepStrictEqual(answers[0], answers[1]))
      throw new Error(`Row ${each.number}: the two servers return different responses to ${request.path}`)
  }
}
