import type { LanguageCode } from './languages.ts'
import type { Language } from './t.ts'

/** Each language by its own name. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  gu: 'ગુજરાતી',
  mr: 'मराठी',
}

/** A letter of the script of the language; names in it are shown first. */
const scripts: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  hi: /\p{Script=Devanagari}/u,
  gu: /\p{Script=Gujarati}/u,
  mr: /\p{Script=Devanagari}/u,
}

/** The Intl locale, of India and with Latin digits, and the script of a language. */
export function localeAndScriptOf(code: LanguageCode): Pick<Language, 'locale' | 'script'> {
  const script = scripts[code]
  return { locale: localeOf(code), ...(script && { script }) }
}

const localeOf = (code: LanguageCode): string => (code === 'en' ? 'en-IN' : `${code}-IN-u-nu-latn`)
