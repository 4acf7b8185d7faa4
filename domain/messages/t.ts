import { formatMessage, type MessageValues } from './format-message.ts'

export interface Language {
  locale: string
  /** By English message; English needs none. */
  translations: Readonly<Record<string, string>>
  /** A letter of its script, if that is not Latin. */
  script?: RegExp
}

export const english: Language = { locale: 'en-IN', translations: {} }

let languageOfReader = (): Language => english

/** In the browser, the language of the reader is the same until the next call; on the server, each request has its own. */
export function setLanguage(languageNow: () => Language): void {
  languageOfReader = languageNow
}

/** What `run` formats is in another language, such as that of a farmer. It must not wait for anything. */
export function inLanguage<T>(language: Language, run: () => T): T {
  const before = languageOfReader
  languageOfReader = () => language
  try {
    return run()
  } finally {
    languageOfReader = before
  }
}

export const currentLocale = (): string => languageOfReader().locale
export const currentScript = (): RegExp | undefined => languageOfReader().script
export function translationOf(message: string): string {
  const translation = languageOfReader().translations[message]
  // "constructor" has no translation, but is found in any object.
  return typeof translation === 'string' ? translation : message
}

/**
 * The message in the language of the reader. It is written in English with ICU syntax, as a literal, so that the checks
 * find every message: `t('{count, plural, one {# visit} other {# visits}} planned', { count })`.
 */
export const t = (message: string, values?: MessageValues): string =>
  formatMessage(translationOf(message), values, currentLocale())
