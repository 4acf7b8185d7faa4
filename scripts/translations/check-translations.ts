import { parseMessage } from '../../domain/messages/parse-message.ts'
import { argumentsOf, hasNoOther } from '../architecture/message-rules.ts'
import type { Finding, Tree } from '../architecture/tree.ts'
import { sortMessages, type Area, type Messages } from './areas.ts'
import { floors } from './floors.ts'

export type Translations = Record<string, string>

const catalogueName = /^translations\/(\w+)\.json$/

/** Translations fit their messages, and the share of translated messages does not fall. */
export function checkTranslations(tree: Tree): Finding[] {
  const catalogues = [...tree].flatMap(([file, source]) => {
    const language = catalogueName.exec(file)?.[1]
    return language === undefined ? [] : [{ file, language, source }]
  })
  if (catalogues.length === 0) return []
  const messages = sortMessages(tree)
  return catalogues.flatMap(({ file, language, source }) => {
    const translations = readCatalogue(source)
    if (typeof translations === 'string') return [{ file, sentence: translations }]
    const problems = Object.entries(translations).flatMap(([message, translation]) => {
      const problem = messages.all.has(message)
        ? problemOfTranslation(message, translation)
        : 'is no message any more: remove it, or rename it with its sentence'
      return problem ? [{ file, sentence: `"${message}" ${problem}.` }] : []
    })
    return [...problems, ...checkCoverage(file, language, translations, messages)]
  })
}

/** The catalogue of a language, or what is wrong with the file. */
function readCatalogue(source: string): Translations | string {
  const translations = readTranslations(source)
  if (!translations) return 'A catalogue is an object with a text for each message.'
  return writeCatalogue(translations) === source
    ? translations
    : 'A catalogue is sorted: run `npm run translations -- sort`.'
}

/** Undefined when the source is something else. */
export function readTranslations(source: string): Translations | undefined {
  const read: unknown = JSON.parse(source)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
  const entries = Object.entries(read)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : undefined
}

/** Sorted by message, so that two branches rarely change the same lines. */
export const writeCatalogue = (translations: Translations): string => {
  const sorted = Object.entries(translations).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** Why a translation cannot be used; undefined for a good one. */
export function problemOfTranslation(message: string, translation: string): string | undefined {
  if (translation.trim() === '') return 'has an empty translation'
  if (/(?![0-9])\p{Nd}/u.test(translation)) return 'has other digits than 0 to 9 in its translation'
  if (/^\s|\s$/.test(translation) && translation.trim() !== translation && message.trim() === message)
    return 'has a space at an end of its translation'
  try {
    const parts = parseMessage(translation)
    if (hasNoOther(parts)) return 'has a plural or select without other in its translation'
    const [needed, given] = [parseMessage(message), parts].map((each) => [...new Set(argumentsOf(each))])
    const missing = needed!.filter((name) => !given!.includes(name))
    const unknown = given!.filter((name) => !needed!.includes(name))
    if (missing.length > 0) return `has no {${missing.join('} and {')}} in its translation`
    if (unknown.length > 0) return `has no {${unknown.join('} and {')}}, but its translation does`
  } catch (error) {
    return `has a translation in wrong syntax: ${error instanceof Error ? error.message : String(error)}`
  }
  return tagsOf(message) === tagsOf(translation) ? undefined : 'has other tags than its translation'
}

const tagsOf = (text: string): string => (text.match(/<\/?\w+>/g) ?? []).toSorted().join(' ')

export interface Coverage {
  /** Percent, rounded down to a tenth. */
  percent: number
  missing: string[]
}

export function coverageOf(area: Area, translations: Translations, { all, areaOf }: Messages): Coverage {
  const wanted = [...all].filter((message) => areaOf(message) === area)
  const missing = wanted.filter((message) => !Object.hasOwn(translations, message))
  return { percent: Math.floor((1 - missing.length / wanted.length) * 1000) / 10, missing }
}

function checkCoverage(
  file: string,
  language: string,
  translations: Translations,
  messages: Messages,
): Finding[] {
  const floorsOfLanguage = floors[language]
  if (!floorsOfLanguage) return [{ file, sentence: `Add ${language} to scripts/translations/floors.ts.` }]
  return (['field', 'office'] as const).flatMap((area) => {
    const { percent, missing } = coverageOf(area, translations, messages)
    const floor = floorsOfLanguage[area]
    if (percent >= floor) return []
    const named = missing.slice(0, 5).map((message) => `"${message}"`)
    const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : ''
    return [
      {
        file,
        sentence: `${percent} % of the messages of the ${area} are translated, and ${floor} % were before. Add translations of ${named.join(', ')}${more} (all: npm run translations -- missing ${language}).`,
      },
    ]
  })
}
