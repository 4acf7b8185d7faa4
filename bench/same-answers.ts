import { isDeepStrictEqual } from 'node:util'
import type { Bench } from './compare.ts'
import type { Case } from './cases.ts'
import type { RunningServer } from './server-start.ts'
import type { SideName } from './sides.ts'

const howMany = 10

/** A ratio means something only when both sides do the same work: what they read must be the same records. */
export async function refuseOtherAnswers(
  { samples, headers }: Bench,
  servers: Record<SideName, RunningServer>,
  each: Case,
): Promise<void> {
  const [ours, bare] = [each.requests(samples, 'ours'), each.requests(samples, 'bare')]
  for (const [at, request] of ours.slice(0, howMany).entries()) {
    if (request.method === 'POST') return
    const read = async (side: SideName, path: string): Promise<unknown> => {
      const answer = (await (await fetch(`${servers[side].url}${path}`, { headers })).json()) as object
      return 'items' in answer ? answer.items : answer
    }
    const answers = [await read('ours', request.path), await read('bare', bare[at]!.path)]
    if (!isDeepStrictEqual(answers[0], answers[1]))
      throw new Error(`Row ${each.number}: the two servers answer ${request.path} differently`)
  }
}
