import { entityNamed } from '../catalogue/catalogue.ts'
import { referencesOf, type Referrer, titleOf, type Entity } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { levelsAbove, levelsBeside } from '../catalogue/levels.ts'
import { localNameField } from '../catalogue/names/local-name.ts'
import { formatList } from '../text.ts'
import { squash } from './tokens.ts'
import { t } from '../messages/t.ts'

const isEntered = (field: Field): boolean => field.presence !== 'generated' && !field.byAction

/** The positional fields: first the code and the name, then the other fields that are not references. */
export interface Positions {
  lead: readonly string[]
  rest: readonly string[]
  /** The field that takes the remaining words. */
  title: string | undefined
}

export function positionsOf(entity: Entity): Positions {
  const own = Object.keys(entity.fields).filter(
    // The second name is entered by its label only: the words after the name are part of the name.
    (name) => isEntered(entity.fields[name]!) && !entity.fields[name]!.reference && name !== localNameField,
  )
  const code = entity.key.at(-1) ?? entity.sortedBy
  const title = titleOf(entity, code)
  const lead = [...new Set([...entity.key.filter((name) => own.includes(name)), ...(title ? [title] : [])])]
  return { lead, rest: own.filter((name) => !lead.includes(name)), title }
}

/** The fields for the territory of a record, the lowest level first: a city implies its state. */
export function levelFieldsOf(entity: Entity): Referrer[] {
  const fields = referencesOf(entity).filter(({ reference }) => !reference.many && !reference.pairedWith)
  const above = new Set(fields.flatMap((field) => levelsBeside(field).map(({ own }) => own)))
  const depth = ({ reference }: Referrer): number => levelsAbove(entityNamed(reference.entity)).length
  return fields
    .filter((field) => field.reference.parent || depth(field) > 0 || above.has(field.name))
    .toSorted((one, other) => depth(other) - depth(one))
}

/** The field that a word names, or why there is none. */
export function fieldNamed(entity: Entity, word: string): { name: string } | { problem: string } {
  const wanted = squash(word)
  const names = Object.keys(entity.fields)
  // In English, and in the language of the reader.
  const both = (text: string): string[] => [text, t(text)]
  const owners = both(entity.singular).map(squash)
  const whole = (name: string): string[] => [name, ...both(entity.fields[name]!.label)].map(squash)
  const short = (name: string): string[] => {
    const target = entity.fields[name]!.reference
    const above = target && !target.pairedWith ? both(entityNamed(target.entity).singular).map(squash) : []
    return [
      ...above,
      ...whole(name).flatMap((text) =>
        owners.flatMap((owner) => (text.startsWith(owner) ? [text.slice(owner.length)] : [])),
      ),
    ]
  }
  const words = (name: string): string[] =>
    both(entity.fields[name]!.label).flatMap((label) => label.split(/\s+/u).map(squash))
  const matchers: ((name: string) => boolean)[] = [
    (name) => whole(name).includes(wanted),
    (name) => short(name).includes(wanted),
    (name) => words(name).includes(wanted),
    (name) => [...whole(name), ...short(name)].some((text) => text.startsWith(wanted)),
  ]
  for (const fits of matchers) {
    const found = wanted === '' ? [] : names.filter(fits)
    const [only] = found
    if (found.length > 1) {
      const labels = found.map((name) => t(entity.fields[name]!.label))
      return { problem: t('“{word}” may mean {labels}', { word, labels: formatList(labels, 'or') }) }
    }
    if (only === undefined) continue
    if (!isEntered(entity.fields[only]!)) {
      return {
        problem: t('{label} is generated and cannot be entered', { label: t(entity.fields[only]!.label) }),
      }
    }
    return { name: only }
  }
  return {
    problem: t('“{word}” is not a field of {entity}: put it in quotes if it is part of a name', {
      word,
      entity: t(entity.singular),
    }),
  }
}
