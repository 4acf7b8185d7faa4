import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { english, setLanguage, type Language } from '#domain/messages/t.ts'

const languageOfRequest = new AsyncLocalStorage<Language>()
setLanguage(() => languageOfRequest.getStore() ?? english)

/** Messages of a response are in the language that the request prefers, and in English if none of these is accepted. */
export function addLanguages(app: FastifyInstance, languages: readonly Language[]): void {
  if (languages.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const language = preferredLanguage(request.headers['accept-language'], languages)
    reply.header('content-language', language.locale)
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
      return { code: codeOf(tag), quality: Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { code } of accepted) {
    const language = [english, ...languages].find(({ locale }) => codeOf(locale) === code)
    if (language) return language
  }
  return english
}

const codeOf = (tag: string): string => tag.split('-')[0]!
