import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { levelFieldsOf } from '#domain/one-line/line-fields.ts'
import type { RecordLine } from '#domain/one-line/read-line.ts'
import { fetchOptions, type Option, type Options } from '../api/options.ts'
import { choose, questionOf, type Choices } from '../entity/cascade.ts'
import { blankValues, readTyped } from '../entity/typed-values.ts'
import { meant } from '../ui/use-suggestions.ts'

/** Something that was said may mean several records: one of these. */
export interface Ambiguity {
  label: string
  /** What was typed. */
  typed: string
  options: readonly { value: string; title: string | null; field: string }[]
}

/** A line together with what the records say about it. */
export interface Understood {
  entity: Entity
  /** Label, value, and words that explain it, in the order of the form. */
  facts: readonly { name: string; label: string; value: string; title: string; from: string }[]
  /** What is wrong or missing; with none of it, the record can be created. */
  problems: readonly string[]
  ambiguity: Ambiguity | undefined
  values: RecordValues
}

const few = 12

interface Reading {
  choices: Choices
  titles: Record<string, string>
  /** What followed from what: the label of the field that was named. */
  from: Record<string, string>
  problems: string[]
  ambiguity: Ambiguity | undefined
}

/** Looks up what a line refers to, and says what would be saved and what stands in the way: the checks of the form. */
export async function understand(line: RecordLine): Promise<Understood> {
  const { entity } = line
  const given = Object.entries(line.values)
  const plain = given.filter(([name]) => !entity.fields[name]!.reference)
  const reading: Reading = {
    choices: { values: { ...blankValues(entity), ...Object.fromEntries(plain) }, chosen: {} },
    titles: {},
    from: {},
    problems: [...line.problems],
    ambiguity: undefined,
  }
  for (const [name, text] of given)
    if (entity.fields[name]!.reference) await readReference(entity, reading, name, text)
  if (line.within === '') reading.problems.push('After “in” comes the code or the name of where it belongs')
  else if (line.within !== undefined) await readWithin(entity, reading, line.within)
  const taken = await isTaken(entity, reading.choices.values)
  if (taken) reading.problems.push(taken)
  const none = Object.keys(entity.fields).filter((name) => entity.fields[name]!.presence === 'noneYet')
  const blank = new Set(none.filter((name) => reading.choices.values[name] === ''))
  const { values, problems } = readTyped(entity, reading.choices.values, blank)
  const facts = Object.entries(reading.choices.values).flatMap(([name, typed]) => {
    const value = typeof typed === 'string' ? typed : typed.join(', ')
    const { label } = entity.fields[name]!
    const { titles, from } = reading
    return value === '' ? [] : [{ name, label, value, title: titles[name] ?? '', from: from[name] ?? '' }]
  })
  return {
    entity,
    facts,
    problems: [...reading.problems, ...problems.map(({ message }) => message)],
    ambiguity: reading.ambiguity,
    values,
  }
}

function take(entity: Entity, reading: Reading, name: string, option: Option): void {
  const before = reading.choices.values
  reading.choices = choose(entity, reading.choices, name, option.value, [option])
  reading.titles[name] = option.title ?? ''
  for (const [other, value] of Object.entries(reading.choices.values))
    if (other !== name && value !== before[other]) reading.from[other] = entity.fields[name]!.label
}

async function readReference(entity: Entity, reading: Reading, name: string, text: string): Promise<void> {
  const { label, reference } = entity.fields[name]!
  const ask = (q: string): Promise<Options> =>
    fetchOptions({ ...questionOf(entity, name, reading.choices.values), q }, few)
  if (reference!.many) {
    const options: Option[] = []
    for (const part of text
      .split(/[,;+]/)
      .map((each) => each.trim())
      .filter(Boolean)) {
      const option = meant((await ask(part)).items, part)
      if (option) options.push(option)
      else reading.problems.push(`${label}: there is no ${part}`)
    }
    const values = options.map(({ value }) => value)
    reading.choices = choose(entity, reading.choices, name, values, options)
    return
  }
  const { items, more } = await ask(text)
  const option = meant(items, text) ?? (items.length === 1 && !more ? items[0] : undefined)
  if (option) take(entity, reading, name, option)
  else if (items.length === 0) reading.problems.push(`${label}: there is no ${text}`)
  else
    waver(
      reading,
      label,
      text,
      items.map((each) => ({ ...each, field: name })),
    )
}

function waver(reading: Reading, label: string, typed: string, options: Ambiguity['options']): void {
  reading.ambiguity ??= { label, typed, options: options.slice(0, few) }
  reading.problems.push(`${label}: “${typed}” may mean several, choose one below`)
}

/** `in MH`: the lowest level that is called so; what lies above it follows. */
async function readWithin(entity: Entity, reading: Reading, text: string): Promise<void> {
  const fields = levelFieldsOf(entity)
  const found = await Promise.all(
    fields.map(async ({ name }) => {
      const question = questionOf(entity, name, reading.choices.values)
      return { name, ...(await fetchOptions({ ...question, q: text }, few)) }
    }),
  )
  const isCode = ({ value }: Option): boolean => value.toLowerCase() === text.toLowerCase()
  const exact =
    found.find(({ items }) => items.some(isCode)) ??
    found.find(({ items }) => meant(items, text) !== undefined)
  if (exact) {
    take(entity, reading, exact.name, meant(exact.items, text)!)
    const lower = found.slice(0, found.indexOf(exact))
    return offerLower(entity, reading, text, lower)
  }
  if (await readWithinAbove(entity, reading, text)) return
  const all = found.flatMap(({ name, items }) => items.map((item) => ({ item, name })))
  const [only] = all
  if (!only) reading.problems.push(`There is nothing called ${text} that ${entity.singular} could lie in`)
  else if (all.length === 1) take(entity, reading, only.name, only.item)
  else
    waver(
      reading,
      'in',
      text,
      all.map(({ item, name }) => ({ ...item, field: name })),
    )
}

/** A higher level alone is not enough: what else may have been meant, or else what lies in it, is offered. */
async function offerLower(
  entity: Entity,
  reading: Reading,
  text: string,
  lower: readonly (Options & { name: string })[],
): Promise<void> {
  const missing = lower.filter(({ name }) => entity.fields[name]!.presence === 'required')
  const [lowest] = missing.filter(({ name }) => reading.choices.values[name] === '')
  if (!lowest) return
  const likely = missing.flatMap(({ name, items }) => items.map((item) => ({ ...item, field: name })))
  const { items } =
    likely.length > 0
      ? { items: [] }
      : await fetchOptions(questionOf(entity, lowest.name, reading.choices.values), few)
  const options = [...likely, ...items.map((item) => ({ ...item, field: lowest.name }))]
  if (options.length > 0) reading.ambiguity = { label: 'in', typed: text, options: options.slice(0, few) }
}

/** A level that the record does not name itself, such as the state of a station: one of what lies in it is meant. */
async function readWithinAbove(entity: Entity, reading: Reading, text: string): Promise<boolean> {
  const [lowest] = levelFieldsOf(entity)
  if (!lowest) return false
  for (const { entity: level, path } of levelsAbove(entity)) {
    if (path.length < 2) continue
    const of = path.at(-1)!.reference.field
    const above = meant(
      (await fetchOptions({ entity: level, of, with: [], constraints: {}, q: text }, few)).items,
      text,
    )
    if (!above) continue
    const question = questionOf(entity, lowest.name, reading.choices.values)
    const constraints = { ...question.constraints, [`under.${level.name}`]: above.value }
    const { items } = await fetchOptions({ ...question, constraints }, few)
    const [only] = items
    const { label } = entity.fields[lowest.name]!
    if (!only)
      reading.problems.push(
        `${level.singular} ${above.value} has no ${label.replace(/ Code$/, '').toLowerCase()} yet`,
      )
    else if (items.length === 1) take(entity, reading, lowest.name, only)
    else
      waver(
        reading,
        'in',
        text,
        items.map((item) => ({ ...item, field: lowest.name })),
      )
    return true
  }
  return false
}

/** Said before it is sent, as the server would say it. */
async function isTaken(entity: Entity, values: Choices['values']): Promise<string | undefined> {
  const [key] = entity.key
  const code = key === undefined || entity.key.length > 1 ? undefined : values[key]
  if (typeof code !== 'string' || code === '') return undefined
  const { items } = await fetchOptions({ entity, of: key!, with: [], constraints: {}, q: code }, few)
  const same = items.find(({ value }) => value.toLowerCase() === code.toLowerCase())
  return same && `${entity.singular} ${same.value} is there already${same.title ? `: ${same.title}` : ''}`
}
