import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, readFileSync } from 'node:fs'
import { isTexts } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { localeOf } from '#domain/messages/language-names.ts'
import { codeOfTag, isLanguageCode } from '#domain/messages/languages.ts'
import { patternOf } from '#domain/messages/pattern-of.ts'
import { currentLocale, english, setLanguage, type Language } from '#domain/messages/t.ts'
import { parseJson } from '#domain/parse-json.ts'

const languageOfRequest = new AsyncLocalStorage<Language>()
setLanguage(() => languageOfRequest.getStore() ?? english)

const folder = new URL('../../translations/', import.meta.url)
const isTranslations = (input: unknown): input is Record<string, string> =>
  isObject(input) && isTexts(Object.values(input))

/** The languages besides English, with their translations. */
export const readLanguages = (): Language[] =>
  readdirSync(folder).flatMap((file) => {
    const code = file.replace(/\.json$/, '')
    const translations = parseJson(readFileSync(new URL(file, folder), 'utf8'), isTranslations)
    return isLanguageCode(code) && translations ? [{ locale: localeOf(code), translations }] : []
  })

let known: readonly Language[] = []

/** Adds the languages of a process; messages are in English without them. */
export function setLanguages(languages: readonly Language[]): void {
  known = languages
}

/** Runs work whose messages are for a reader of this language, such as a mail; English when the language is unknown. */
export const inLanguage = <T>(code: string | null, work: () => T): T =>
  languageOfRequest.run(known.find(({ locale }) => codeOfTag(locale) === code) ?? english, work)

/** Whether a stored text was formatted from a message, in any language. */
export const isFormattedFrom = (message: string, text: string): boolean =>
  [english, ...known].some(({ translations }) => patternOf(translations[message] ?? message).test(text))

/** The code of the language of the request. */
export const currentLanguageCode = (): string => codeOfTag(currentLocale())

/** Messages of a response are in the language that the request prefers, and in English if none of these is accepted. */
export function addLanguages(app: FastifyInstance, languages: readonly Language[]): void {
  if (languages.length === 0) return
  setLanguages(languages)
  app.addHook('onRequest', (request, reply, done) => {
    const language = preferredLanguage(request.headers['accept-language'], languages)
    reply.header('content-language', language.locale.replace(/-u-.*/, ''))
    languageOfRequest.run(language, done)
  })
}

/** Compares the language alone, without the region: `gu` and `gu-IN` are the same. */
export function preferredLanguage(header: string | undefined, languages: readonly Language[]): Language {
  const accepted = (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { code: codeOfTag(tag), quality: Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { code } of accepted) {
    const language = [english, ...languages].find(({ locale }) => codeOfTag(locale) === code)
    if (language) return language
  }
  return english
}
