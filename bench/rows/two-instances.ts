import { compare, type Bench, type Comparison } from '../compare.ts'
import { createRequests, readRequests } from './sample-requests.ts'
import { startSide } from '../sides.ts'

export type InstanceComparison = Comparison<'two' | 'one'>

/** Compares two of our instances on one PostgreSQL with one alone, with the same total number of connections. */
export async function measureInstances(
  bench: Bench,
): Promise<{ reads: InstanceComparison; creates: InstanceComparison }> {
  const first = await startSide('ours', bench.data, bench.headers)
  const second = await startSide('ours', bench.data, bench.headers)
  const compareOn = (requests: typeof readRequests): Promise<InstanceComparison> =>
    compare(bench, {
      two: { servers: [first, second], requests: requests(bench.samples) },
      one: { servers: [first], requests: requests(bench.samples) },
    })
  try {
    return { reads: await compareOn(readRequests), creates: await compareOn(createRequests) }
  } finally {
    await first.stop()
    await second.stop()
  }
}
