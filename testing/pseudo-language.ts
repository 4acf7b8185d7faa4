import type { Language } from '#domain/messages/t.ts'

/** Has every message in brackets, so that a text that is not a message is found. */
export const pseudoLanguage: Language = {
  locale: 'gu-IN',
  script: /\p{Script=Gujarati}/u,
  translations: new Proxy({}, { get: (_, message) => `⟦${String(message)}⟧` }),
}

/** Whether all words are in the brackets; those that join a list are of the locale, in Gujarati. */
export const isMessage = (text: string): boolean =>
  text.includes('⟦') && !/\p{Script=Latin}/u.test(withoutMessages(text))

function withoutMessages(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return without === text ? text : withoutMessages(without)
}
