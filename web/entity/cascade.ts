import { entityNamed, referencesOf, type ReferringField } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
import { foldText } from '#domain/text.ts'
import type { Option, OptionQuery } from '../api/options.ts'
import type { Typed, TypedValues } from './typed.ts'

type Facts = Option['facts']
type Constraints = OptionQuery['constraints']

/** Values, and of those that were chosen from a list, what the list said about them. */
export interface Choices {
  values: TypedValues
  chosen: Readonly<Record<string, Facts>>
}

interface Draft {
  values: Record<string, Typed>
  chosen: Record<string, Facts>
}

const textIn = (values: TypedValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

const same = (one: string | number | null | undefined, other: string): boolean =>
  one !== null && one !== undefined && foldText(String(one)) === foldText(other)

function referring(form: Entity, name: string): ReferringField {
  const found = referencesOf(form).find((each) => each.name === name)
  if (!found) throw new Error(`${form.name}.${name} refers to nothing`)
  return found
}

/** The fields that describe the same record: Role_Code and Role_Name; Crop_Name and the types of that crop. */
function groupOf(form: Entity, { name, reference }: ReferringField): ReferringField[] {
  const main = reference.pairedWith ?? name
  return referencesOf(form).filter((each) => each.name === main || each.reference.pairedWith === main)
}

/** Whether the first field of a group tells the record by itself. If not, each further field narrows it down. */
function isIdentifying([main]: readonly ReferringField[]): boolean {
  const { entity, field } = main!.reference
  const target = entityNamed(entity)
  return target.key.includes(field) || target.unique.some((names) => names.join() === field)
}

/** The fields of the group that follow from this one: all others, or those after it where the order narrows down. */
function followersOf(form: Entity, field: ReferringField): ReferringField[] {
  const group = groupOf(form, field)
  const at = group.findIndex((each) => each.name === field.name)
  return group.filter((_, place) => (isIdentifying(group) ? place !== at : place > at))
}

/** What to ask for when somebody is about to fill in a field. */
export function questionOf(form: Entity, name: string, values: TypedValues): OptionQuery {
  const field = referring(form, name)
  const group = groupOf(form, field)
  const constraints: Record<string, string> = {}
  for (const { level, own } of levelsBeside(field)) {
    const code = textIn(values, own)
    if (code) constraints[`under.${level.entity.name}`] = code
  }
  if (!isIdentifying(group)) {
    for (const earlier of group.slice(
      0,
      group.findIndex((each) => each.name === name),
    )) {
      const value = textIn(values, earlier.name)
      if (value) constraints[earlier.reference.field] = value
    }
  }
  const others = group.filter((each) => each.name !== name).map((each) => each.reference.field)
  return { entity: entityNamed(field.reference.entity), of: field.reference.field, with: others, constraints }
}

const matching = (facts: Facts, constraints: Constraints): Facts =>
  facts.filter((fact) => Object.entries(constraints).every(([key, value]) => same(fact[key], value)))

export const fits = (option: Option, constraints: Constraints): boolean =>
  Object.keys(constraints).length === 0 || matching(option.facts, constraints).length > 0

/** What all records behind a value say the same of. */
function agreed(facts: Facts, key: string): string | undefined {
  const value = facts[0]?.[key]
  return typeof value === 'string' && facts.every((fact) => fact[key] === value) ? value : undefined
}

/**
 * What a form holds after a value was typed or, with options, chosen: the levels above it and the fields that describe
 * the same record follow; whatever no longer fits is cleared.
 */
export function choose(
  form: Entity,
  before: Choices,
  name: string,
  typed: Typed,
  options: readonly Option[] = [],
): Choices {
  const field = referring(form, name)
  const { constraints } = questionOf(form, name, before.values)
  const facts = options.flatMap(({ value, facts: all }) =>
    matching(all, constraints).map((fact) => ({ ...fact, [field.reference.field]: value })),
  )
  const after: Draft = { values: { ...before.values, [name]: typed }, chosen: { ...before.chosen } }
  after.chosen[name] = typeof typed === 'string' ? facts : [...(before.chosen[name] ?? []), ...facts]
  if (typeof typed === 'string') {
    clearStale(form, before, after, field)
    fillIn(form, after, field, facts)
  } else {
    followList(form, after, field, typed)
  }
  return after
}

function fillIn(form: Entity, after: Draft, field: ReferringField, facts: Facts): void {
  for (const { level, own } of levelsBeside(field)) {
    const code = agreed(facts, `under.${level.entity.name}`)
    if (code !== undefined) after.values[own] = code
  }
  for (const follower of followersOf(form, field)) {
    const value = agreed(facts, follower.reference.field)
    if (value !== undefined) after.values[follower.name] = value
  }
}

/** Names go with codes one by one. What a code's name is may be unknown, after a reload; then the server fills it in. */
function followList(form: Entity, after: Draft, field: ReferringField, typed: readonly string[]): void {
  const facts = after.chosen[field.name] ?? []
  for (const follower of followersOf(form, field)) {
    const names = typed.map((value) => {
      const own = facts.filter((fact) => fact[field.reference.field] === value)
      return agreed(own, follower.reference.field)
    })
    const isKnown = names.every((each) => each !== undefined)
    after.values[follower.name] = isKnown ? [...new Set(names)] : []
  }
}

function clearStale(form: Entity, before: Choices, after: Draft, field: ReferringField): void {
  const was = textIn(before.values, field.name)
  const now = textIn(after.values, field.name)
  if (same(was, now)) return
  const followers = followersOf(form, field).map((each) => each.name)
  for (const other of referencesOf(form)) {
    if (other.name === field.name) continue
    const level = levelsBeside(other).find(({ own }) => own === field.name)?.level
    if (!level && !followers.includes(other.name)) continue
    const known = after.chosen[other.name] ?? []
    // A child that stood alone may well lie under the parent that is now named.
    const mayStay =
      level !== undefined &&
      was === '' &&
      (known.length === 0 || matching(known, { [`under.${level.entity.name}`]: now }).length > 0)
    if (mayStay) continue
    after.values[other.name] = other.reference.many ? [] : ''
    delete after.chosen[other.name]
  }
}

/** Fields the server fills in by itself from what is given: the levels above, and what describes the same record. */
export function filledByServer(form: Entity, values: TypedValues): ReadonlySet<string> {
  const given = referencesOf(form).filter(({ name }) => (values[name] ?? '').length > 0)
  return new Set(
    given.flatMap((field) => [
      ...levelsBeside(field).map(({ own }) => own),
      ...followersOf(form, field).map(({ name }) => name),
    ]),
  )
}
