import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './test-app.ts'

/** Repeats the request after 503 with Retry-After, as a client does, because a busy machine sheds load. */
export async function retryBusy(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    const seconds = Number(answer.headers['retry-after'])
    if (answer.status !== 503 || !(seconds > 0)) return answer
    await sleep(seconds * 1000)
  }
}
