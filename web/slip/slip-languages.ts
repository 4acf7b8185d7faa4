import { translations as gu } from 'translations:gu-slip'
import { translations as hi } from 'translations:hi-slip'
import { translations as mr } from 'translations:mr-slip'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import type { Language } from '#domain/messages/t.ts'

const translations: Readonly<Record<LanguageCode, Language['translations']>> = { en: {}, gu, hi, mr }

/** The language of a slip, which need not be that of the reader. */
export const languageOfSlip = (code: LanguageCode): Language => ({
  ...localeAndScriptOf(code),
  translations: translations[code],
})

/** The language of the customer, by the script of the second name; Devanagari is that of the reader, or Hindi. */
export function languageOfCustomer(localName: string | null, reader: LanguageCode): LanguageCode {
  if (localName === null) return reader
  if (/\p{Script=Gujarati}/u.test(localName)) return 'gu'
  if (/\p{Script=Devanagari}/u.test(localName)) return reader === 'mr' ? 'mr' : 'hi'
  return reader
}
