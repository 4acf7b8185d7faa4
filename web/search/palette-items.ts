import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { SearchResult } from '#domain/api/records/search.ts'
import type { Line } from '#domain/one-line/parse-line.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { recordPath } from '../masters/record-path.ts'
import { matchDestinations, type Destination, type destinationsFor } from './destinations.ts'
import type { Recent } from './recent.ts'
import type { Ambiguity } from './parse-line.ts'
import { t } from '#domain/messages/t.ts'

/** An option of the list, and its action. */
export interface Item {
  id: string
  label: string
  hint: string
  action:
    | { kind: 'go'; to: string }
    | { kind: 'begin'; entity: Entity }
    | { kind: 'create' }
    | { kind: 'ask' }
    /** Replaces the typed text. */
    | { kind: 'retype'; text: string }
}

export interface Group {
  label: string
  items: readonly Item[]
}

const maxDestinations = 7

const destinationItem = ({ label, hint, to, entryFor, opensAccess }: Destination): Item => ({
  id: `${label} ${to}`,
  label,
  hint,
  action: opensAccess ? { kind: 'ask' } : entryFor ? { kind: 'begin', entity: entryFor } : { kind: 'go', to },
})

export const recentItem = ({ label, hint, to }: Recent): Item => ({
  id: `recent ${to}`,
  label,
  hint,
  action: { kind: 'go', to },
})

const recordItem = ({ entity, path, id, code, name }: SearchResult): Item => ({
  id,
  label: name ? `${code} ${name}` : code,
  hint: t(entityNamed(entity).singular),
  action: { kind: 'go', to: pathOf({ path, id, code }) },
})

/** By code for customers, whose page would otherwise load twice to change the id in its address to the code. */
const pathOf = ({ path, id, code }: Pick<SearchResult, 'path' | 'id' | 'code'>): string =>
  path === entityNamed('customer').path ? customerPath(code) : recordPath({ path }, id)

/** The list before anything is typed: recent destinations, then all screens. */
export function initialGroups(
  recent: readonly Recent[],
  destinations: ReturnType<typeof destinationsFor>,
): Group[] {
  return [
    { label: t('Recent'), items: recent.map(recentItem) },
    { label: t('Screens'), items: destinations.screens.map(destinationItem) },
  ]
}

/** Local matches come first, so that they do not move when the server's results arrive below them. */
export function groupsFor(
  typed: string,
  recent: readonly Recent[],
  destinations: ReturnType<typeof destinationsFor>,
  records: readonly SearchResult[],
): Group[] {
  const recentMatches = matchDestinations(recent, typed, 3)
  const known = new Set(recentMatches.map(({ to }) => to))
  return [
    { label: t('Recent'), items: recentMatches.map(recentItem) },
    {
      label: t('Screens and actions'),
      items: [
        ...matchDestinations(destinations.screens, typed, maxDestinations),
        ...matchDestinations(destinations.actions, typed, maxDestinations),
      ]
        .filter(({ to, entryFor }) => entryFor !== undefined || !known.has(to))
        .slice(0, maxDestinations + 2)
        .map(destinationItem),
    },
    {
      label: t('Records'),
      items: records.filter((record) => !known.has(pathOf(record))).map(recordItem),
    },
  ]
}

/** Options for a line whose first word matches several masters. */
export function entityGroups(line: Line, typed: string): Group[] {
  if (line.kind !== 'several' || !/\S\s+\S/.test(typed)) return []
  const rest = typed.trim().replace(/^\S+\s+/, '')
  const items = line.entities.map((entity) => ({
    id: `several ${entity.name}`,
    label: t('New {noun}: {rest}', { noun: labelInSentence(t(entity.singular)), rest }),
    hint: t('One-line entry'),
    action: { kind: 'retype' as const, text: `${labelInSentence(entity.singular)} ${rest}` },
  }))
  return [{ label: t('Which one?'), items }]
}

export function ambiguityGroups(ambiguity: Ambiguity | undefined, typed: string): Group[] {
  if (!ambiguity) return []
  const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value)
  const at = typed.toLowerCase().lastIndexOf(ambiguity.typed.toLowerCase())
  const items = ambiguity.options.map(({ value, title, field }) => ({
    id: `choice ${field} ${value}`,
    label: title ? `${value} ${title}` : value,
    hint: field.replaceAll('_', ' '),
    action: {
      kind: 'retype' as const,
      text:
        at < 0
          ? [typed.trim(), 'in', quoted(value)].join(' ')
          : `${typed.slice(0, at).replace(/"$/, '')}${quoted(value)}${typed.slice(at + ambiguity.typed.length).replace(/^"/, '')}`,
    },
  }))
  return [{ label: t('Which “{typed}”?', { typed: ambiguity.typed }), items }]
}
