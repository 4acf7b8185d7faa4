import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { screens } from '#domain/screens/screens.ts'
import { foldText } from '#domain/text.ts'
import type { useMayOpen } from '../access/use-may-open.ts'
import type { useMay } from '../api/use-may.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

/** A screen to open, or an action to start. */
export interface Destination {
  label: string
  /** The kind of destination. */
  hint: string
  to: string
  /** Further search words, in English and in the language of the reader. */
  keywords?: string
  /** Starts a one-line entry of this master instead of navigating. */
  entryFor?: Entity
  /** Opens the access dialog for the current screen. */
  opensAccess?: true
}

type May = ReturnType<typeof useMay>
type MayOpen = ReturnType<typeof useMayOpen>
/** Entities with a list and without a form. */
const listedOnly = ['visit', 'balance', 'assignment']

/** The subject of the right that opens the screen at this path; a form has its entity instead. */
export const subjectAt = (pathname: string): string | undefined =>
  screens.find(({ path, form }) => path === pathname && !form)?.needs?.[0]?.[1]

const joined = (...words: readonly string[]): string => words.join(' ')

const accessQuestion = (): Destination => ({
  label: t('What may I do here?'),
  hint: t('Access'),
  to: '#ask',
  keywords: joined(
    'what may i do here why not missing button access rights permission allowed role',
    t('why not missing button access rights permission allowed role'),
  ),
  opensAccess: true,
})

/** The screens and actions that the account is allowed to use. */
export function destinationsFor(
  may: May,
  mayOpen: MayOpen,
): {
  screens: readonly Destination[]
  actions: readonly Destination[]
} {
  const findable = screens.filter((screen) => screen.keywords !== undefined && mayOpen(screen))
  const found: Destination[] = findable.map(({ label, path, keywords = '', form }) => ({
    label: t(label),
    to: path,
    hint: form ? t('Form') : t('Screen'),
    keywords: joined(label, keywords, keywords && t(keywords)),
  }))
  const isScreen = (path: string): boolean => findable.some((screen) => screen.path === path)
  const allowedForms = findable.flatMap(({ form }) => form ?? [])
  const actions = allowedForms.flatMap((form): Destination[] => {
    const entity = entityNamed(form.entity)
    const { name, path } = entity
    const english = `${entity.singular} ${entity.plural}`
    const noun = labelInSentence(t(entity.singular))
    const records = labelInSentence(t(entity.plural))
    return [
      ...(may('create', name) && name !== 'contactMessage'
        ? [
            {
              label: t('New {noun}', { noun }),
              hint: t('One-line entry'),
              to: form.route,
              keywords: joined('new create add', english, t('create add')),
              entryFor: entity,
            },
          ]
        : []),
      ...(may('read', name) && !isScreen(`/lists/${path}`)
        ? [
            {
              label: t('List of {records}', { records }),
              hint: t('List'),
              to: `/lists/${path}`,
              keywords: joined('list filter export print', english, t('filter export print')),
            },
          ]
        : []),
      ...(may('import', name) && name !== 'contactMessage'
        ? [
            {
              label: t('Import {records}', { records }),
              hint: t('Import'),
              to: `/imports?entity=${path}`,
              keywords: joined('import load csv excel', english, t('load csv excel')),
            },
          ]
        : []),
    ]
  })
  for (const name of listedOnly.filter((entityName) => may('read', entityName))) {
    const { path, singular, plural } = entityNamed(name)
    const keywords = joined('list filter export print', singular, plural, t('filter export print'))
    const label = t('List of {records}', { records: labelInSentence(t(plural)) })
    actions.push({ label, hint: t('List'), to: `/lists/${path}`, keywords })
  }
  if (may('read', 'ownProfile')) found.push(accessQuestion())
  return { screens: found, actions }
}

const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** The destinations in which every typed word is the start of a word; matches of the label come first. */
export function matchDestinations(
  destinations: readonly Destination[],
  typed: string,
  max: number,
): Destination[] {
  const typedWords = splitWords(typed)
  if (typedWords.length === 0) return []
  const start = foldText(typed).trim()
  const distance = ({ label }: Destination): number => {
    const name = foldText(label)
    return name.startsWith(start)
      ? 0
      : typedWords.every((word) => splitWords(name).some((own) => own.startsWith(word)))
        ? 1
        : 2
  }
  return destinations
    .filter(({ label, keywords = '' }) => {
      const own = splitWords(`${label} ${keywords}`)
      return typedWords.every((word) => own.some((each) => each.startsWith(word)))
    })
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, max)
}
