import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { ChaosPhone } from './phone.ts'

/** An event that the phone holds and has not sent. */
export interface Waiting {
  kind: string
  state: string
  message: string | null
}

const seconds = 180

/** Opens the outbox with the network on, and waits until everything is sent; returns what is not. */
export async function drain(phone: ChaosPhone): Promise<Waiting[]> {
  phone.proxy.setOnline(true)
  const end = performance.now() + seconds * 1000
  for (let page: Page | undefined; ;) {
    try {
      page = await phone.readyTab(0)
      await page.goto(`${phone.origin}/outbox`)
      await page.getByRole('button', { name: 'Send now' }).click()
      await sleep(1000)
      const left = await unsentOf(page)
      if (left.every(({ state }) => state === 'refused') || performance.now() > end) return left
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(500)
    }
  }
}

/** Reads the database of the phone. */
export const unsentOf = (page: Page): Promise<Waiting[]> =>
  page.evaluate(
    () =>
      new Promise<Waiting[]>((resolve, reject) => {
        interface Entry extends Waiting {
          event: { kind: string }
        }
        const opening = indexedDB.open('agridesk')
        opening.addEventListener('error', () => reject(new Error('The phone has no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('outbox').objectStore('outbox').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            const entries: Entry[] = reading.result
            const unsent = entries.filter(({ state }) => state !== 'sent')
            resolve(unsent.map(({ event: { kind }, state, message }) => ({ kind, state, message })))
          })
        })
      }),
  )
