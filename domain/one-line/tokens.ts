import { foldText } from '../text.ts'

/** A word, a quoted text, or a field with its value. */
export interface Token {
  text: string
  isQuoted: boolean
  /** The text before the colon or equals sign: `days` in `days=30`. */
  name?: string
  /** A comma ends a group. */
  endsField: boolean
}

const openers = '"“”'
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/u.test(character)
const isName = (text: string): boolean => /^\p{L}[\p{L}\p{M}\p{N}_. /-]*$/u.test(text)

/** Splits a line into tokens. An unclosed quote extends to the end of the line. */
export function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const quoted = (): string => {
    let end = at + 1
    while (end < line.length && !openers.includes(line[end]!)) end++
    const text = line.slice(at + 1, end)
    at = end + 1
    return text
  }
  const plain = (stop: string): string => {
    const start = at
    while (!isSpace(line[at]) && !stop.includes(line[at]!)) at++
    return line.slice(start, at)
  }
  while (at < line.length) {
    if (isSpace(line[at])) {
      at++
      continue
    }
    const start = at
    const isQuoted = openers.includes(line[at]!)
    const first = isQuoted ? quoted() : plain(':=')
    if ((line[at] === ':' || line[at] === '=') && isName(first) && !line.startsWith('://', at)) {
      at++
      const isValueQuoted = at < line.length && openers.includes(line[at]!)
      const text = isValueQuoted ? quoted() : plain('')
      tokens.push({ text, isQuoted: isValueQuoted, name: first, endsField: false })
      continue
    }
    if (isQuoted) {
      const endsField = line[at] === ','
      if (endsField) at++
      tokens.push({ text: first, isQuoted, endsField })
      continue
    }
    at = start
    const text = plain('')
    const endsField = text.endsWith(',')
    const word = text.replace(/(?<!,),+$/, '')
    if (word !== '') tokens.push({ text: word, isQuoted: false, endsField })
    else if (tokens.length > 0) tokens.at(-1)!.endsField = true
  }
  return tokens
}

/** Keeps letters and digits only, so that "Payment Term", "payment-term" and "paymentTerm" are equal. */
export const squash = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
