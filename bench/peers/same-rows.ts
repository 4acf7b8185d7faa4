import { isDeepStrictEqual } from 'node:util'
import type { Contender } from '../compare.ts'
import type { Headers } from '../sides.ts'
import { codesIn, type PreparedPeer } from './peer.ts'

const sampleSize = 10

/** Throws unless both return the same customers in the same order, because a ratio is only meaningful for the same work. */
export async function checkSameRows(
  ours: Contender,
  theirs: Contender,
  headers: Headers,
  { codesOf, headers: theirHeaders }: PreparedPeer,
): Promise<void> {
  for (const [at, request] of ours.requests.slice(0, sampleSize).entries()) {
    if (request.method === 'POST') return
    const read = async ({ servers }: Contender, path: string, own: Headers): Promise<unknown> => {
      const answer = await fetch(`${servers[0]!.url}${path}`, { headers: own })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    }
    const own = (await read(ours, request.path!, headers)) as { items?: unknown }
    const other = theirs.requests[at]!.path!
    const [codes, otherCodes] = [
      codesIn(own.items ?? own, 'Customer_Code'),
      codesOf(await read(theirs, other, theirHeaders)),
    ]
    if (!isDeepStrictEqual(codes, otherCodes))
      throw new Error(
        `${request.path} and ${other} return different customers: ${String(codes)} and ${String(otherCodes)}`,
      )
  }
}
