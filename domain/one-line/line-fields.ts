import { entityNamed, referencesOf, type ReferringField } from '../catalogue/catalogue.ts'
import { titleOf, type Entity } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { levelsAbove, levelsBeside } from '../catalogue/levels.ts'
import { listInWords } from '../text.ts'
import { squash } from './tokens.ts'

const isAsked = (field: Field): boolean => field.presence !== 'generated'

/** What is said without naming it: first the code and the name, then whatever else is no choice among other records. */
export interface Positions {
  lead: readonly string[]
  rest: readonly string[]
  /** The one that takes the words that are left over. */
  title: string | undefined
}

export function positionsOf(entity: Entity): Positions {
  const own = Object.keys(entity.fields).filter(
    (name) => isAsked(entity.fields[name]!) && !entity.fields[name]!.reference,
  )
  const code = entity.key.at(-1) ?? entity.sortedBy
  const title = titleOf(entity, code)
  const lead = [...new Set([...entity.key.filter((name) => own.includes(name)), ...(title ? [title] : [])])]
  return { lead, rest: own.filter((name) => !lead.includes(name)), title }
}

/** The fields that say where a record belongs, the lowest level first: what lies in a city lies in its state as well. */
export function levelFieldsOf(entity: Entity): ReferringField[] {
  const fields = referencesOf(entity).filter(({ reference }) => !reference.many && !reference.pairedWith)
  const above = new Set(fields.flatMap((field) => levelsBeside(field).map(({ own }) => own)))
  const depth = ({ reference }: ReferringField): number => levelsAbove(entityNamed(reference.entity)).length
  return fields
    .filter((field) => field.reference.parent || depth(field) > 0 || above.has(field.name))
    .toSorted((one, other) => depth(other) - depth(one))
}

/** The field somebody means by a word, or the sentence that says why it is none. */
export function fieldNamed(entity: Entity, word: string): { name: string } | { problem: string } {
  const wanted = squash(word)
  const names = Object.keys(entity.fields)
  const owner = squash(entity.singular)
  const whole = (name: string): string[] => [squash(name), squash(entity.fields[name]!.label)]
  const short = (name: string): string[] => {
    const target = entity.fields[name]!.reference
    const above = target && !target.pairedWith ? [squash(entityNamed(target.entity).singular)] : []
    return [
      ...above,
      ...whole(name).flatMap((text) => (text.startsWith(owner) ? [text.slice(owner.length)] : [])),
    ]
  }
  const words = (name: string): string[] => entity.fields[name]!.label.split(/\s+/u).map(squash)
  const ways: ((name: string) => boolean)[] = [
    (name) => whole(name).includes(wanted),
    (name) => short(name).includes(wanted),
    (name) => words(name).includes(wanted),
    (name) => [...whole(name), ...short(name)].some((text) => text.startsWith(wanted)),
  ]
  for (const fits of ways) {
    const found = wanted === '' ? [] : names.filter(fits)
    const [only] = found
    if (found.length > 1) {
      const labels = found.map((name) => entity.fields[name]!.label)
      return { problem: `“${word}” may mean ${listInWords(labels, 'or')}` }
    }
    if (only === undefined) continue
    if (!isAsked(entity.fields[only]!)) {
      return { problem: `${entity.fields[only]!.label} is given by itself and cannot be typed in` }
    }
    return { name: only }
  }
  return {
    problem: `“${word}” is not a field of ${entity.singular}: put it in quotes if it belongs to a name`,
  }
}
