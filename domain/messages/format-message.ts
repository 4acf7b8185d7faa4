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
      const chosen = kind === 'plural' ? pluralRulesOf(locale).select(Number(value)) : value
      return formatParts(cases[`=${value}`] ?? cases[chosen] ?? cases['other'] ?? [], values, locale)
    })
    .join('')

/** "1,00,000": with the groups of the locale, and Latin digits. */
export const formatNumber = (value: number, locale = defaultLocale): string =>
  numberFormatOf(locale).format(value)

const partsOf = memoize(parseMessage)
const pluralRulesOf = memoize((locale) => new Intl.PluralRules(locale))
const numberFormatOf = memoize((locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn' }))

function memoize<T>(create: (key: string) => T): (key: string) => T {
  const created = new Map<string, T>()
  return (key) => {
    if (!created.has(key)) created.set(key, create(key))
    return created.get(key)!
  }
}
