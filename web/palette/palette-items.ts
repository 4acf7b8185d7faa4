import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Found } from '#domain/found.ts'
import type { Line } from '#domain/one-line/read-line.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { fitting, type Place, type placesFor } from './places.ts'
import type { Recent } from './recent.ts'
import type { Ambiguity } from './understand.ts'

/** One line of the list, and what choosing it does. */
export interface Item {
  id: string
  label: string
  hint: string
  does:
    | { kind: 'go'; to: string }
    | { kind: 'begin'; entity: Entity }
    | { kind: 'create' }
    | { kind: 'ask' }
    /** Goes on typing with this in place of what was typed. */
    | { kind: 'retype'; text: string }
}

export interface Group {
  label: string
  items: readonly Item[]
}

const mostPlaces = 7

const ofPlace = ({ label, hint, to, begins, asks }: Place): Item => ({
  id: `${label} ${to}`,
  label,
  hint,
  does: asks ? { kind: 'ask' } : begins ? { kind: 'begin', entity: begins } : { kind: 'go', to },
})

export const ofRecent = ({ label, hint, to }: Recent): Item => ({
  id: `recent ${to}`,
  label,
  hint,
  does: { kind: 'go', to },
})

const ofRecord = ({ entity, path, id, code, name }: Found): Item => ({
  id,
  label: name ? `${code} ${name}` : code,
  hint: entityNamed(entity).singular,
  does: { kind: 'go', to: `/records/${path}/${id}` },
})

/** To begin with: where one was lately, then every screen. */
export function groupsAtRest(recent: readonly Recent[], places: ReturnType<typeof placesFor>): Group[] {
  return [
    { label: 'Recent', items: recent.map(ofRecent) },
    { label: 'Screens', items: places.screens.map(ofPlace) },
  ]
}

/** What is here at once stands first and stays; what has to be looked up comes below it. */
export function groupsFor(
  typed: string,
  recent: readonly Recent[],
  places: ReturnType<typeof placesFor>,
  records: readonly Found[],
): Group[] {
  const lately = fitting(recent, typed, 3)
  const known = new Set(lately.map(({ to }) => to))
  return [
    { label: 'Recent', items: lately.map(ofRecent) },
    {
      label: 'Screens and actions',
      items: [...fitting(places.screens, typed, mostPlaces), ...fitting(places.actions, typed, mostPlaces)]
        .filter(({ to, begins }) => begins !== undefined || !known.has(to))
        .slice(0, mostPlaces + 2)
        .map(ofPlace),
    },
    {
      label: 'Records',
      items: records.filter(({ path, id }) => !known.has(`/records/${path}/${id}`)).map(ofRecord),
    },
  ]
}

/** The word a line begins with may mean several masters: each is one key away. */
export function groupOfSeveral(line: Line, typed: string): Group[] {
  if (line.kind !== 'several' || !/\S\s+\S/.test(typed)) return []
  const rest = typed.trim().replace(/^\S+\s+/, '')
  const items = line.entities.map((entity) => ({
    id: `several ${entity.name}`,
    label: `New ${inSentence(entity.singular)}: ${rest}`,
    hint: 'In one line',
    does: { kind: 'retype' as const, text: `${inSentence(entity.singular)} ${rest}` },
  }))
  return [{ label: 'Which one is meant?', items }]
}

export function groupOfAmbiguity(ambiguity: Ambiguity | undefined, typed: string): Group[] {
  if (!ambiguity) return []
  const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value)
  const at = typed.toLowerCase().lastIndexOf(ambiguity.typed.toLowerCase())
  const items = ambiguity.options.map(({ value, title, field }) => ({
    id: `choice ${field} ${value}`,
    label: title ? `${value} ${title}` : value,
    hint: field.replaceAll('_', ' '),
    does: {
      kind: 'retype' as const,
      text:
        at < 0
          ? `${typed.trim()} in ${quoted(value)}`
          : `${typed.slice(0, at).replace(/"$/, '')}${quoted(value)}${typed.slice(at + ambiguity.typed.length).replace(/^"/, '')}`,
    },
  }))
  return [{ label: `Which “${ambiguity.typed}” is meant?`, items }]
}
