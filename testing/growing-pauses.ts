import { setTimeout as sleep } from 'node:timers/promises'

const first = 10
const longest = 200

/** Waits for longer each time: reading a state too often takes the processor from the work that is waited for. */
export function growingPauses(): () => Promise<void> {
  let pause = first
  return async () => {
    await sleep(pause)
    pause = Math.min(longest, pause * 1.3)
  }
}
