import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of one request after the other, with a short pause between them, until the work ends. */
export async function latenciesUntil(
  url: string,
  headers: Record<string, string>,
  end: Promise<unknown>,
): Promise<number[]> {
  const over = new AbortController()
  void end.finally(() => over.abort()).catch(() => {})
  const latencies: number[] = []
  while (!over.signal.aborted) {
    const began = performance.now()
    await (await fetch(url, { headers })).arrayBuffer()
    latencies.push(performance.now() - began)
    await sleep(25)
  }
  return latencies
}
