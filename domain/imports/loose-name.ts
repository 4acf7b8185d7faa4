import { foldText } from '../text.ts'

const word = /\d+(?:\.\d+)?|\p{N}+|[\p{L}\p{M}]+/gu

/**
 * A code or name without case, spacing, punctuation and the word for what it is: "Black soil" of a soil gives black, and
 * "GST 5%" of a GST rate gives 5.
 */
export function looseName(text: string, singular: string): string {
  const words: readonly string[] = foldText(text).match(word) ?? []
  const own: readonly string[] = foldText(singular).match(word) ?? []
  const rest = words.filter((each) => !own.includes(each))
  return (rest.length > 0 ? rest : words).join(' ').replaceAll(/(?<=\p{L}) (?=\p{L})/gu, '')
}
