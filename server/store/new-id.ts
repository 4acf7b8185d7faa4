import { randomBytes } from 'node:crypto'

let pool = Buffer.alloc(0)
let used = 0

/** A UUID of version 7: unique without asking anyone, and in the order of time, which keeps indexes dense. */
export function newId(now: Date): string {
  if (used + 10 > pool.length) {
    pool = randomBytes(2560)
    used = 0
  }
  const random = pool.toString('hex', used, used + 10)
  used += 10
  const time = now.getTime().toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random[3]!, 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
