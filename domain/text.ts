import { currentLocale } from './messages/t.ts'

/** The form text is stored in: trimmed, NFC, line ends as \n. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim()
}

/** Text that both databases can store, whatever it was: control characters and halves of surrogate pairs are replaced. */
export const storableText = (text: string): string =>
  text.toWellFormed().replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')

/** The form in which two texts are compared: NFKC and lower case. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Counts code points, so that both databases and the browser agree on a limit. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export function kebabCase(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
}

export const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Joins names as the language of the reader does: "a", "a and b", "a, b and c". */
export const formatList = (words: readonly string[], lastJoin: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : listFormatOf(currentLocale(), lastJoin).format(words)

const listFormats = new Map<string, Intl.ListFormat>()

function listFormatOf(locale: string, lastJoin: 'and' | 'or'): Intl.ListFormat {
  const cached = listFormats.get(`${locale} ${lastJoin}`)
  if (cached) return cached
  const format = new Intl.ListFormat(locale, { type: lastJoin === 'and' ? 'conjunction' : 'disjunction' })
  listFormats.set(`${locale} ${lastJoin}`, format)
  return format
}
