import { gstinCheckDigit } from '#domain/india/gstin.ts'

/**
 * A PAN that looks right and is nobody's: the series that begin with ZZ have not been dealt out. The fourth letter says
 * what the holder is (P, F, C, H, T), the fifth begins the name.
 */
export function samplePan(n: number, holder: string, name: string): string {
  const letter = (value: number): string => String.fromCharCode(65 + (value % 26))
  const digits = String(1001 + ((n * 2741) % 8999)).padStart(4, '0')
  return `ZZ${letter(n * 7)}${holder}${name[0]!.toUpperCase()}${digits}${letter(n * 11 + 3)}`
}

export function sampleGstin(gstCode: number, pan: string): string {
  const fourteen = `${String(gstCode).padStart(2, '0')}${pan}1Z`
  return fourteen + gstinCheckDigit(fourteen)
}

/** Indian mobile numbers begin with 6 to 9: one that begins with 5 rings nobody's phone. */
export const samplePhone = (n: number): string => `+91 55500 ${String(10_000 + n)}`

/** A name under the top-level domain that is reserved for examples. */
export function sampleMail(name: string, house: string): string {
  const words = name.toLowerCase().split(/[^a-z]+/)
  return `${words.filter((word) => word !== '').join('.')}@${house}.example`
}
