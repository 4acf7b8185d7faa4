import { parseMessage, type Part } from './parse-message.ts'

/** Finds the texts that were formatted from a message, whatever its values. */
export const patternOf = (message: string): RegExp => new RegExp(`^${sourceOf(parseMessage(message))}$`, 's')

const sourceOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
      const cases = Object.values(part.cases ?? {})
      return cases.length > 0 ? `(?:${cases.map(sourceOf).join('|')})` : '.*'
    })
    .join('')
