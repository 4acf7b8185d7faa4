import type { LanguageCode } from './languages.ts'

/** Each language by its own name. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  gu: 'ગુજરાતી',
  mr: 'मराठी',
}

/** The Intl locale: of India, and with Latin digits. */
export const localeOf = (code: LanguageCode): string => (code === 'en' ? 'en-IN' : `${code}-IN-u-nu-latn`)
