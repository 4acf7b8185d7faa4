import { formatMessage, type MessageValues } from '#domain/messages/format-message.ts'

interface Language {
  locale: string
  /** By English message; English needs none. */
  translations: Readonly<Record<string, string>>
}

let language: Language = { locale: 'en-IN', translations: {} }

/** Must be called before the first render. */
export function setLanguage(next: Language): void {
  language = next
}

export const currentLocale = (): string => language.locale
export const translationOf = (message: string): string => language.translations[message] ?? message

/**
 * The message in the language of the reader. It is written in English with ICU syntax, as a literal, so that the checks
 * find every message: `t('{count, plural, one {# visit} other {# visits}} planned', { count })`.
 */
export const t = (message: string, values?: MessageValues): string =>
  formatMessage(translationOf(message), values, language.locale)
