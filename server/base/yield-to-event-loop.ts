import { setTimeout as sleep } from 'node:timers/promises'

/** Lets other requests run between two parts of long work: SQLite calls are synchronous and would block the event loop. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() => {
      lastYield = performance.now()
      resolve()
    }),
  )

/** Milliseconds for which work that holds the writer may block the event loop. */
const maxBlocked = 40
let lastYield = 0

/** For work that holds the only writer: each yield makes waiting writers wait longer, so yields are rare. */
export const yieldWhenDue = async (): Promise<void> => {
  if (performance.now() - lastYield > maxBlocked) await yieldToEventLoop()
}

const minWork = 20
const maxPause = 60
let lastPause = 0

/**
 * For long work that holds no lock: it pauses about as long as it has worked. A single turn of the event loop is not enough,
 * because a save needs several.
 */
export async function pauseWhenDue(): Promise<void> {
  const elapsed = performance.now() - lastPause
  if (elapsed < minWork) return
  await sleep(Math.min(elapsed, maxPause))
  lastPause = lastYield = performance.now()
}
