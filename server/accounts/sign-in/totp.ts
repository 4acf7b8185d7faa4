import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based codes of RFC 6238 with the parameters of authenticator apps (SHA-1, 6 digits, 30 s). */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
/** The previous and the next code are accepted, because clocks differ and typing takes time. */
const acceptedSteps = [0, -1, 1]

/** Base32 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((compose) => alphabet.indexOf(compose).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** 160 bits, the length of a SHA-1 hash. */
export const newSecret = (): string => base32(randomBytes(20))

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The step of a code around now; undefined when it does not match. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  const steps = acceptedSteps.map((off) => current + off)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)))
}

/** The URI that authenticator apps read. */
export function otpauthAddress(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'AgriDesk' })
  return `otpauth://totp/AgriDesk:${encodeURIComponent(email)}?${query.toString()}`
}
