/** The form text is stored in: trimmed, NFC, line ends as \n. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n').trim()
}

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

/** "1 customer", "1,00,000 customers". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** Joins names: "a", "a and b", "a, b and c". */
export function formatList(words: readonly string[], lastJoin = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${lastJoin} ${words.at(-1)}`
}
