import { randomBytes } from 'node:crypto'

let randomPool = Buffer.alloc(0)
let used = 0
let lastTime = 0
let sequence = 0

/**
 * A UUIDv7: unique without coordination and ordered by time, which keeps indexes dense. Ids of the same millisecond count up, so
 * that records with equal sort values are listed in the order of their creation.
 */
export function newId(now: Date): string {
  if (used + 9 > randomPool.length) {
    randomPool = randomBytes(2304)
    used = 0
  }
  const random = randomPool.toString('hex', used, used + 9)
  used += 9
  sequence = now.getTime() > lastTime ? Number.parseInt(random.slice(0, 2), 16) : sequence + 1
  if (sequence > 0xfff) sequence = 0
  // After a clock was set back, or when a millisecond is full, ids continue with the next millisecond.
  lastTime = Math.max(now.getTime(), lastTime + (sequence === 0 ? 1 : 0))
  const time = lastTime.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random[2]!, 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** The lower bound of all ids created at that moment or later. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
