import { t } from '../messages/t.ts'

export type Encoding = 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'

/** The labels of `TextDecoder`. */
export const labelOf: Record<Encoding, string> = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
}

/** Remarks for the user about how the file was decoded: a guessed encoding is always reported. */
export function remarksOnEncoding(encoding: Encoding, sample: string): string[] {
  if (encoding !== 'Windows-1252') return []
  const remarks = [
    t(
      'The file is not Unicode text. It was read as Windows-1252, as older spreadsheets save it: check the names below, and save the file as “CSV UTF-8” if they are wrong',
    ),
  ]
  if (looksLikeLegacyFont(sample)) {
    remarks.push(
      t(
        'Some of it looks like a non-Unicode font for Gujarati or Hindi, which no other program can read: convert it to Unicode first, otherwise the names are stored as shown below',
      ),
    )
  }
  return remarks
}

/** By the byte order mark; without one, by the position of zero bytes: Latin text has one in every second byte. */
export function wideEncodingOf(bytes: Uint8Array): 'UTF-16 LE' | 'UTF-16 BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 LE'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 BE'
  const sampleLength = Math.min(bytes.length, 4000) & ~1
  let even = 0
  let odd = 0
  for (let at = 0; at < sampleLength; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  const many = sampleLength / 8
  if (sampleLength < 4) return undefined
  if (odd > many && even <= odd / 8) return 'UTF-16 LE'
  if (even > many && odd <= even / 8) return 'UTF-16 BE'
  return undefined
}

const strange = /[\u0080-\u00bf×÷\u0192\u2013-\u203a\u2122\u02c6\u02dc]/
const accented = /[À-ÿ]/

/** Real words have a few accents; text for a non-Unicode font mixes letters and symbols above 127 throughout. */
function looksLikeLegacyFont(text: string): boolean {
  const words = text.slice(0, 200_000).split(/[\s,;|"]+/)
  let odd = 0
  let high = 0
  for (const word of words) {
    const many = [...word].filter((letter) => letter > '\u007f').length
    if (many === 0) continue
    high++
    if (many >= 3 || many * 2 >= word.length || (strange.test(word) && accented.test(word))) odd++
  }
  return odd >= 2 && odd * 3 >= high
}
