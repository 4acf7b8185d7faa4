/** 48 bits of time and 80 random bits. `crypto.randomUUID` needs TLS, which an office network may not have. */
export function newIdempotencyKey(now: number = Date.now()): string {
  const random = [...crypto.getRandomValues(new Uint8Array(10))]
  return [
    now.toString(16).padStart(12, '0'),
    ...random.map((byte) => byte.toString(16).padStart(2, '0')),
  ].join('')
}
