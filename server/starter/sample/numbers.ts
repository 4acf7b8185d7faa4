import { gstinCheckDigit } from '#domain/india/gstin.ts'

/**
 * A valid-looking PAN that is not issued: there is no series that begins with ZZ. The fourth letter is the holder type
 * (P, F, C, H, T), the fifth the first letter of the name.
 */
export function samplePan(n: number, holder: string, name: string): string {
  const letter = (value: number): string => String.fromCharCode(65 + (value % 26))
  const digits = String(1001 + ((n * 2741) % 8999)).padStart(4, '0')
  return `ZZ${letter(n * 7)}${holder}${name[0]!.toUpperCase()}${digits}${letter(n * 11 + 3)}`
}

const gstCodes: Readonly<Record<string, number>> = { GJ: 24, MH: 27 }

export function sampleGstin(state: string, pan: string): string {
  const fourteen = `${gstCodes[state]!}${pan}1Z`
  return fourteen + gstinCheckDigit(fourteen)
}

/** Indian mobile numbers begin with 6 to 9, so one that begins with 5 is not in use. */
export const samplePhone = (n: number): string => `+91 55500 ${String(10_000 + n)}`

/** An address under the top-level domain reserved for examples. */
export function sampleMail(name: string, domain: string): string {
  const words = name.toLowerCase().split(/[^a-z]+/)
  return `${words.filter((word) => word !== '').join('.')}@${domain}.example`
}
