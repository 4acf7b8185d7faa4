import { newIdempotencyKey } from '../../api/drafts/idempotency-key.ts'

/** The idempotency key of a form as the id of its event: a UUIDv7 (RFC 9562) with the same time and random bits. */
export function eventIdOf(key: string): string {
  const variant = ((Number.parseInt(key.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    key.slice(0, 8),
    key.slice(8, 12),
    `7${key.slice(13, 16)}`,
    variant + key.slice(17, 20),
    key.slice(20),
  ].join('-')
}

/** The ids of the events of one form, which are recorded together: the same for the same key. */
export function eventIdsOf(key: string, count: number): string[] {
  const first = eventIdOf(key)
  const [head, tail] = [first.slice(0, -12), BigInt(`0x${first.slice(-12)}`)]
  return Array.from(
    { length: count },
    (_, at) =>
      head +
      BigInt.asUintN(48, tail + BigInt(at))
        .toString(16)
        .padStart(12, '0'),
  )
}

export const newEventId = (now?: number): string => eventIdOf(newIdempotencyKey(now))
