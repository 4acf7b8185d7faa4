import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosPhone } from './phone.ts'
import type { Random } from './random.ts'

/** What happens to a phone, besides the requests that are cut. */
export const kinds = [
  'no network',
  'tab closed',
  'browser killed',
  'clock wrong',
  'storage full',
  'logged out',
] as const
export type Fault = (typeof kinds)[number]

const minute = 60_000
const day = 24 * 60 * minute
const shifts = [0, 7 * minute, -12 * minute, 3 * 60 * minute, -5 * 60 * minute, day, -day, 3 * day, -3 * day]

export async function disturb(kind: Fault, phone: ChaosPhone, random: Random): Promise<void> {
  switch (kind) {
    case 'no network':
      phone.proxy.setOnline(false)
      await sleep(random.between(300, 2500))
      phone.proxy.setOnline(true)
      return
    case 'tab closed':
      return phone.closeTab(random.between(0, phone.tabs - 1))
    case 'browser killed':
      return phone.kill()
    case 'clock wrong':
      return phone.setClock(random.pick(shifts))
    case 'storage full':
      return phone.withFullStorage(() => sleep(random.between(300, 1200)))
    case 'logged out':
      return phone.logOut()
  }
}
