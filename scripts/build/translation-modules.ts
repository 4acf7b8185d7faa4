import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readTree } from '../architecture/tree.ts'
import { sortMessages, type Messages } from '../translations/areas.ts'
import { problemOfTranslation, readTranslations } from '../translations/check-translations.ts'

const moduleName = /^translations:(\w+)-(field|office|slip)$/

/** The modules `translations:gu-field` and so on: what the web app needs of the catalogue of a language, by area. */
export function translationModules(root: string): Plugin {
  let messages: Messages | undefined
  return {
    name: 'translation-modules',
    resolveId: (id) => (moduleName.test(id) ? id : undefined),
    load(id) {
      const [, language, area] = moduleName.exec(id) ?? []
      if (language === undefined) return undefined
      // Prerendered pages are in English.
      if (this.environment.name === 'ssr') return 'export const translations = {}'
      messages ??= sortMessages(readTree(root))
      const all = readTranslations(readFileSync(join(root, 'translations', `${language}.json`), 'utf8')) ?? {}
      const wanted = area === 'slip' ? messages.ofSlip : messages.ofWeb[area === 'field' ? 'field' : 'office']
      const kept = Object.entries(all).filter(
        ([message, translation]) => wanted.has(message) && message !== translation,
      )
      for (const [message, translation] of kept) {
        const problem = problemOfTranslation(message, translation)
        if (problem) this.error(`translations/${language}.json: "${message}" ${problem}`)
      }
      return `export const translations = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(kept)))})`
    },
  }
}
