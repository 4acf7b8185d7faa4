import type { FastifyInstance, FastifyReply } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, readFileSync } from 'node:fs'
import { isTexts } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import { codeOfTag, isLanguageCode } from '#domain/messages/languages.ts'
import { currentLocale, english, setLanguage, type Language } from '#domain/messages/t.ts'
import { parseJson } from '#domain/parse-json.ts'
import { project } from '../project/project.ts'

interface Reader {
  language: Language
  /** Whether the request asks for no language that is known, so that the account decides. */
  followsAccount: boolean
}

const readerOfRequest = new AsyncLocalStorage<Reader>()
setLanguage(() => readerOfRequest.getStore()?.language ?? english)

const folder = new URL('translations/', project)
const isTranslations = (input: unknown): input is Record<string, string> =>
  isObject(input) && isTexts(Object.values(input))

/** The languages besides English, with their translations. */
export const readLanguages = (): Language[] =>
  readdirSync(folder).flatMap((file) => {
    const code = file.replace(/\.json$/, '')
    const translations = parseJson(readFileSync(new URL(file, folder), 'utf8'), isTranslations)
    return isLanguageCode(code) && translations ? [{ ...localeAndScriptOf(code), translations }] : []
  })

let known: readonly Language[] = []

/** Adds the languages of a process; messages are in English without them. */
export function setLanguages(languages: readonly Language[]): void {
  known = languages
}

/** Runs work whose messages are for a reader of this language, such as a mail; English when the language is unknown. */
export const inLanguage = <T>(code: string | null, work: () => T): T =>
  readerOfRequest.run({ language: languageOf(code), followsAccount: false }, work)

const languageOf = (code: string | null): Language =>
  known.find(({ locale }) => codeOfTag(locale) === code) ?? english

/** The code of the language of the request. */
export const currentLanguageCode = (): string => codeOfTag(currentLocale())

/** The code of the known language that an Accept-Language prefers. */
export function languageCodeOf(header: string | undefined): string | undefined {
  const preferred = preferredLanguage(header, known)
  return preferred && codeOfTag(preferred.locale)
}

/** Messages of a response are in the language that the request prefers; if none of these is accepted, in that of the account. */
export function addLanguages(app: FastifyInstance, languages: readonly Language[]): void {
  if (languages.length === 0) return
  setLanguages(languages)
  app.addHook('onRequest', (request, reply, done) => {
    const preferred = preferredLanguage(request.headers['accept-language'], languages)
    const reader = { language: preferred ?? english, followsAccount: !preferred }
    nameLanguage(reply, reader.language)
    readerOfRequest.run(reader, done)
  })
}

const nameLanguage = (reply: FastifyReply, { locale }: Language): unknown =>
  reply.header('content-language', locale.replace(/-u-.*/, ''))

/** Called when the account of a request is known: a program that sends no language gets that of the account. */
export function followAccount(reply: FastifyReply, code: string | null): void {
  const reader = readerOfRequest.getStore()
  if (!reader?.followsAccount || code === null) return
  reader.language = languageOf(code)
  nameLanguage(reply, reader.language)
}

/** Compares the language alone, without the region: `gu` and `gu-IN` are the same. */
export function preferredLanguage(
  header: string | undefined,
  languages: readonly Language[],
): Language | undefined {
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
  return undefined
}
