/** The one form text is kept in: trimmed, Unicode-composed, line ends as \n. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim()
}

/** The form in which two texts are compared: how a person would, not how a machine would. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Characters as a person counts them, so that both databases and the browser agree on a limit. */
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

/** "1 customer", "1,00,000 customers". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** Joins names the way a sentence does: "a", "a and b", "a, b and c". */
export function listInWords(words: readonly string[], lastJoin = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${lastJoin} ${words.at(-1)}`
}
