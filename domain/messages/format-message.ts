import { parseMessage, type Part } from './parse-message.ts'

/** Values by the names of a message's arguments. */
export type MessageValues = Readonly<Record<string, string | number>>

const defaultLocale = 'en-IN'

/** Formats a message in ICU syntax (see `parseMessage`). Numbers have the groups of the locale, and Latin digits. */
export const formatMessage = (message: string, values: MessageValues = {}, locale = defaultLocale): string =>
  // Most messages have no arguments.
  message.includes('{') ? formatParts(partsOf(message), values, locale) : message

const formatParts = (parts: readonly Part[], values: MessageValues, locale: string): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      const { name, kind, cases = {} } = part
      const value = values[name] ?? ''
      if (!kind) return value
      if (kind === 'number') return formatNumber(Number(value), locale)
      const chosen = kind === 'plural' ? pluralOf(Number(value), locale) : value
      return formatParts(cases[`=${value}`] ?? cases[chosen] ?? cases['other'] ?? [], values, locale)
    })
    .join('')

/**
 * "1,00,000": with the groups of the locale, and Latin digits. Integers are formatted here, as Intl does it in all languages of the
 * product: a browser needs up to 90 ms for the first use of Intl, before a page can be shown.
 */
export const formatNumber = (value: number, locale = defaultLocale): string =>
  Number.isSafeInteger(value)
    ? String(value).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',')
    : value.toLocaleString(locale, { numberingSystem: 'latn' })

/** In Hindi and Gujarati zero is like one, and what is between them. */
function pluralOf(value: number, locale: string): string {
  const size = Math.abs(value)
  return size === 1 || (size < 1 && /^[hg]/.test(locale)) ? 'one' : 'other'
}

const parsed = new Map<string, readonly Part[]>()

function partsOf(message: string): readonly Part[] {
  const parts = parsed.get(message) ?? parseMessage(message)
  parsed.set(message, parts)
  return parts
}
