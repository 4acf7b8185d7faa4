import type { Language } from '#domain/messages/t.ts'

/** Has every message in brackets, so that a text that is not a message is found. */
export const pseudoLanguage: Language = {
  locale: 'gu-IN',
  translations: new Proxy({}, { get: (_, message) => `⟦${String(message)}⟧` }),
}
