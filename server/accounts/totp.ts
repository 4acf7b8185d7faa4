import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes that follow from a secret and the time: RFC 6238 as every authenticator app has it (SHA-1, 6 digits, 30 s). */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secondsOfStep = 30
/** A phone may be half a minute off, and typing takes time: the code before and the one after are good, too. */
const stepsOff = [0, -1, 1]

/** Five bits a letter, without padding: as a person types it in. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** 160 bits, as long as what SHA-1 makes of them. */
export const newSecret = (): string => base32(randomBytes(20))

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / secondsOfStep)

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, around now; undefined when it is none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  const steps = stepsOff.map((off) => current + off)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)))
}

/** What an authenticator app opens. */
export function otpauthAddress(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'AgriDesk' })
  return `otpauth://totp/AgriDesk:${encodeURIComponent(email)}?${query.toString()}`
}
