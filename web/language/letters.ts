import type { LanguageCode } from '#domain/messages/languages.ts'

/** A letter of the script of each language, by which a browser finds the face. */
export const letterOfScript: Readonly<Partial<Record<LanguageCode, string>>> = { hi: 'ह', gu: 'ગ', mr: 'ह' }
