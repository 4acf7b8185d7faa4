import { useSyncExternalStore } from 'react'
import { isLanguageCode, type LanguageCode } from '#domain/messages/languages.ts'
import { readStored } from './read-stored.ts'

// Loaded by every page; what pages in English do without is in web/language.

export const languageKey = 'language'

export interface Reader {
  /** Chosen by the reader, or the first of the browser; messages are in it as soon as its translations are loaded. */
  wanted: LanguageCode
  /** Of the messages that are shown now. */
  code: LanguageCode
}

const ofBrowser = navigator.languages.map((tag) => tag.slice(0, 2))
let reader: Reader = {
  wanted: [readStored('localStorage', languageKey), ...ofBrowser].find(isLanguageCode) ?? 'en',
  code: 'en',
}
const listeners = new Set<() => void>()

export const currentReader = (): Reader => reader

export function setReader(change: Partial<Reader>): void {
  reader = { ...reader, ...change }
  for (const listener of listeners) listener()
}

export function onReaderChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language in which messages are shown. A component that calls it is rendered anew when the language changes. */
export const useLanguage = (): Reader => useSyncExternalStore(onReaderChange, currentReader, currentReader)
