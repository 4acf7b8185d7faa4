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

export const newEventId = (now?: number): string => eventIdOf(newIdempotencyKey(now))
