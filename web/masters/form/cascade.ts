import { referencesOf, type Referrer, type Entity } from '#domain/catalogue/entity.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
import { masterNamed } from '#domain/catalogue/entities/masters.ts'
import { foldText } from '#domain/text.ts'
import type { Option, OptionQuery } from '../../api/options.ts'
import type { Typed, TypedValues } from './typed.ts'

type Facts = Option['facts']
type Constraints = OptionQuery['constraints']

/** Values and, for those chosen from a list, the facts that came with the option. */
export interface Choices {
  values: TypedValues
  chosen: Readonly<Record<string, Facts>>
}

interface MutableChoices {
  values: Record<string, Typed>
  chosen: Record<string, Facts>
}

const textIn = (values: TypedValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

const isSameText = (one: string | number | null | undefined, other: string): boolean =>
  one !== null && one !== undefined && foldText(String(one)) === foldText(other)

function referrerOf(form: Entity, name: string): Referrer {
  const referrer = referencesOf(form).find((each) => each.name === name)
  if (!referrer) throw new Error(`${form.name}.${name} refers to nothing`)
  return referrer
}

/** The fields that refer to the same record: Role_Code and Role_Name; Crop_Name and the types of that crop. */
function groupOf(form: Entity, { name, reference }: Referrer): Referrer[] {
  const main = reference.pairedWith ?? name
  return referencesOf(form).filter((each) => each.name === main || each.reference.pairedWith === main)
}

/** Whether the first field of a group identifies the record. If not, each further field narrows it down. */
function isIdentifying([main]: readonly Referrer[]): boolean {
  const { entity, field } = main!.reference
  const target = masterNamed(entity)
  return target.key.includes(field) || target.unique.some((names) => names.join() === field)
}

/** The fields of the group that depend on this one: all others or, without an identifying field, those after it. */
function dependentsOf(form: Entity, field: Referrer): Referrer[] {
  const group = groupOf(form, field)
  const at = group.findIndex((each) => each.name === field.name)
  return group.filter((_, place) => (isIdentifying(group) ? place !== at : place > at))
}

/** The query for the options of a field, given the other values of the form. */
export function optionQueryOf(form: Entity, name: string, values: TypedValues): OptionQuery {
  const field = referrerOf(form, name)
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
  return { entity: masterNamed(field.reference.entity), of: field.reference.field, with: others, constraints }
}

const matchingFacts = (facts: Facts, constraints: Constraints): Facts =>
  facts.filter((fact) => Object.entries(constraints).every(([key, value]) => isSameText(fact[key], value)))

export const matchesConstraints = (option: Option, constraints: Constraints): boolean =>
  Object.keys(constraints).length === 0 || matchingFacts(option.facts, constraints).length > 0

/** The value that all facts have in common. */
function commonValue(facts: Facts, key: string): string | undefined {
  const value = facts[0]?.[key]
  return typeof value === 'string' && facts.every((fact) => fact[key] === value) ? value : undefined
}

/**
 * The values of a form after a value was typed or, with options, chosen: parent levels and fields of the same record are
 * filled in, and values that no longer match are cleared.
 */
export function choose(
  form: Entity,
  before: Choices,
  name: string,
  typed: Typed,
  options: readonly Option[] = [],
): Choices {
  const field = referrerOf(form, name)
  const { constraints } = optionQueryOf(form, name, before.values)
  const facts = options.flatMap(({ value, facts: all }) =>
    matchingFacts(all, constraints).map((fact) => ({ ...fact, [field.reference.field]: value })),
  )
  const after: MutableChoices = { values: { ...before.values, [name]: typed }, chosen: { ...before.chosen } }
  after.chosen[name] = typeof typed === 'string' ? facts : [...(before.chosen[name] ?? []), ...facts]
  if (typeof typed === 'string') {
    clearStale(form, before, after, field)
    fillDependents(form, after, field, facts)
  } else {
    setNames(form, after, field, typed)
  }
  return after
}

function fillDependents(form: Entity, after: MutableChoices, field: Referrer, facts: Facts): void {
  for (const { level, own } of levelsBeside(field)) {
    const code = commonValue(facts, `under.${level.entity.name}`)
    if (code !== undefined) after.values[own] = code
  }
  for (const dependent of dependentsOf(form, field)) {
    const value = commonValue(facts, dependent.reference.field)
    if (value !== undefined) after.values[dependent.name] = value
  }
}

/** Sets the names of the chosen codes. After a reload they may be unknown; the server then fills them in. */
function setNames(form: Entity, after: MutableChoices, field: Referrer, typed: readonly string[]): void {
  const facts = after.chosen[field.name] ?? []
  for (const dependent of dependentsOf(form, field)) {
    const names = typed.map((value) => {
      const own = facts.filter((fact) => fact[field.reference.field] === value)
      return commonValue(own, dependent.reference.field)
    })
    const isKnown = names.every((each) => each !== undefined)
    after.values[dependent.name] = isKnown ? [...new Set(names)] : []
  }
}

function clearStale(form: Entity, before: Choices, after: MutableChoices, field: Referrer): void {
  const oldCode = textIn(before.values, field.name)
  const newCode = textIn(after.values, field.name)
  if (isSameText(oldCode, newCode)) return
  const dependents = dependentsOf(form, field).map((each) => each.name)
  for (const other of referencesOf(form)) {
    if (other.name === field.name) continue
    const level = levelsBeside(other).find(({ own }) => own === field.name)?.level
    if (!level && !dependents.includes(other.name)) continue
    const known = after.chosen[other.name] ?? []
    // A child that had no parent may belong to the chosen parent.
    const canStay =
      level !== undefined &&
      oldCode === '' &&
      (known.length === 0 || matchingFacts(known, { [`under.${level.entity.name}`]: newCode }).length > 0)
    if (canStay) continue
    after.values[other.name] = other.reference.many ? [] : ''
    delete after.chosen[other.name]
  }
}

/** Fields that the server fills in from others: parent levels, and fields of the same record. */
export function filledByServer(form: Entity, values: TypedValues): ReadonlySet<string> {
  const filled = referencesOf(form).filter(({ name }) => (values[name] ?? '').length > 0)
  return new Set(
    filled.flatMap((field) => [
      ...levelsBeside(field).map(({ own }) => own),
      ...dependentsOf(form, field).map(({ name }) => name),
    ]),
  )
}
