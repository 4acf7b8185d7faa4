// npm run translations -- coverage | missing <language> | sort | import <language> <folder of JSON files>
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTree } from './architecture/tree.ts'
import { sortMessages, type Messages } from './translations/areas.ts'
import {
  coverageOf,
  problemOfTranslation,
  readTranslations,
  writeCatalogue,
  type Translations,
} from './translations/check-translations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const fileOf = (language: string): string => join(root, 'translations', `${language}.json`)

function readJson(file: string): Translations {
  const translations = readTranslations(readFileSync(file, 'utf8'))
  if (!translations) throw new Error(`${file} is not an object with a text for each message`)
  return translations
}

const languages = (): string[] =>
  globSync(join(root, 'translations', '*.json')).map((file) => basename(file, '.json'))
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Adds the translations of all files of a folder, the later ones over the earlier; those that do not fit are named and left out. */
function importFolder(language: string, folder: string, { all }: Messages): void {
  const file = fileOf(language)
  const merged: Translations = existsSync(file) ? readJson(file) : {}
  let refused = 0
  for (const batch of globSync(join(folder, '*.json')).toSorted()) {
    for (const [message, translation] of Object.entries(readJson(batch))) {
      const problem = all.has(message)
        ? problemOfTranslation(message, translation)
        : 'is no message of the product'
      if (problem) {
        print(`${basename(batch)}: "${message}" ${problem}`)
        refused++
      } else merged[message] = translation
    }
  }
  const kept = Object.fromEntries(Object.entries(merged).filter(([message]) => all.has(message)))
  writeFileSync(file, writeCatalogue(kept))
  print(`${language}: ${Object.keys(kept).length} translations, ${refused} left out`)
}

function printCoverage(messages: Messages): void {
  for (const language of languages()) {
    const translations = readJson(fileOf(language))
    const [field, office] = (['field', 'office'] as const).map((area) =>
      coverageOf(area, translations, messages),
    )
    print(
      `${language}: field ${field!.percent} % (${field!.missing.length} missing), office ${office!.percent} % (${office!.missing.length} missing)`,
    )
  }
}

const [command = 'coverage', language = '', folder = ''] = process.argv.slice(2)
const messages = sortMessages(readTree(root))
if (command === 'import') importFolder(language, folder, messages)
else if (command === 'sort')
  for (const each of languages()) writeFileSync(fileOf(each), writeCatalogue(readJson(fileOf(each))))
else if (command === 'missing')
  for (const area of ['field', 'office'] as const)
    for (const message of coverageOf(area, readJson(fileOf(language)), messages).missing)
      print(`${area}  ${message}`)
else printCoverage(messages)
