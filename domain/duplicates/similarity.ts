import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { nameSimilarity, soundsOf } from './similar-names.ts'
import { similarityFieldsOf, textOf } from './similarity-fields.ts'
import { t } from '../messages/t.ts'

export interface Similarity {
  /** Such as "same phone", "similar name". */
  reasons: string[]
  weight: number
}

/** Why two records may be duplicates; undefined when nothing matches. */
export function similarityOf(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): Similarity | undefined {
  const { identifiers, places } = similarityFieldsOf(entity)
  const reasons: string[] = []
  let weight = 0
  for (const { names: fields, reason, toKey } of identifiers) {
    const keysOf = (values: Readonly<RecordValues>): string[] =>
      fields.map((name) => toKey(textOf(values, name))).filter(Boolean)
    const theirs = keysOf(other)
    if (!keysOf(one).some((key) => theirs.includes(key))) continue
    reasons.push(t(reason))
    weight += 2
  }
  const named = similarNames(entity, one, other)
  if (named.title) reasons.push(t(named.title.reason))
  weight += named.title?.weight ?? 0
  if (named.contact) {
    const shared = places
      .filter(
        ({ name }) =>
          textOf(one, name) !== '' && foldText(textOf(one, name)) === foldText(textOf(other, name)),
      )
      .map(({ reason }) => t(reason))
    // Many people share a name, so a contact person counts only together with another match.
    if (reasons.length > 0 || shared.length > 0) {
      reasons.push(t(named.contact.reason), ...shared)
      weight += named.contact.weight
    }
  }
  return reasons.length > 0 ? { reasons, weight } : undefined
}

interface NameMatch {
  reason: string
  weight: number
}

/** Which names of two records are similar: the name itself, and the contact person. */
function similarNames(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): { title?: NameMatch; contact?: NameMatch } {
  const { titles, contacts } = similarityFieldsOf(entity)
  const match = (ours: readonly string[], theirs: readonly string[]): number => {
    const sounds = theirs.map((name) => soundsOf(textOf(other, name)))
    return Math.max(
      0,
      ...ours.flatMap((name) => sounds.map((each) => nameSimilarity(soundsOf(textOf(one, name)), each))),
    )
  }
  const best = (matches: readonly NameMatch[]): NameMatch | undefined =>
    matches.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)[0]
  const byTitle = best([
    { reason: 'similar name', weight: match(titles, titles) },
    { reason: 'name similar to the contact person', weight: match(titles, contacts) },
  ])
  const byContact = best([
    { reason: 'similar contact person', weight: match(contacts, contacts) },
    { reason: 'contact person similar to the name', weight: match(contacts, titles) },
  ])
  return { ...(byTitle && { title: byTitle }), ...(byContact && { contact: byContact }) }
}
