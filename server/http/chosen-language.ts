import type { IncomingHttpHeaders } from 'node:http'
import { isLanguageCode, type LanguageCode } from '#domain/messages/languages.ts'

/** A browser sends no header for a page that names the language chosen in the web app, so the choice is a cookie as well. */
export function chosenLanguage({ cookie = '' }: IncomingHttpHeaders): LanguageCode | undefined {
  const chosen = /(?:^|;\s*)language=(\w{2})(?:;|$)/.exec(cookie)?.[1]
  return isLanguageCode(chosen) ? chosen : undefined
}
