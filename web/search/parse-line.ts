import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { levelFieldsOf } from '#domain/one-line/line-fields.ts'
import type { RecordLine } from '#domain/one-line/parse-line.ts'
import { fetchOptions, type Option, type Options } from '../api/options.ts'
import { choose, optionQueryOf, type Choices } from '../masters/form/cascade.ts'
import { readTyped } from '../masters/form/read-typed.ts'
import { blankValues } from '../masters/form/typed-values.ts'
import { matchItem } from '../ui/use-suggestions.ts'
import { t } from '#domain/messages/t.ts'

/** A typed value that matches several records. */
export interface Ambiguity {
  label: string
  /** The typed value. */
  typed: string
  options: readonly { value: string; title: string | null; field: string }[]
}

/** A line with its references resolved. */
export interface ParsedLine {
  entity: Entity
  /** Label, value and name, in the order of the form. */
  facts: readonly { name: string; label: string; value: string; title: string; from: string }[]
  /** What is wrong or missing; empty when the record can be created. */
  problems: readonly string[]
  ambiguity: Ambiguity | undefined
  values: RecordValues
}

const maxOptions = 12

interface Reading {
  choices: Choices
  titles: Record<string, string>
  /** For derived values, the label of the field they come from. */
  from: Record<string, string>
  problems: string[]
  ambiguity: Ambiguity | undefined
}

/** Resolves the references of a line and validates it as the form does. */
export async function parseLine(line: RecordLine): Promise<ParsedLine> {
  const { entity } = line
  const fields = Object.entries(line.values)
  const plain = fields.filter(([name]) => !entity.fields[name]!.reference)
  const reading: Reading = {
    choices: { values: { ...blankValues(entity), ...Object.fromEntries(plain) }, chosen: {} },
    titles: {},
    from: {},
    problems: [...line.problems],
    ambiguity: undefined,
  }
  for (const [name, text] of fields)
    if (entity.fields[name]!.reference) await readReference(entity, reading, name, text)
  if (line.parent === '') reading.problems.push(t('Enter a code or name after “in”'))
  else if (line.parent !== undefined) await readParent(entity, reading, line.parent)
  const duplicate = await findDuplicateCode(entity, reading.choices.values)
  if (duplicate) reading.problems.push(duplicate)
  const none = Object.keys(entity.fields).filter((name) => entity.fields[name]!.presence === 'noneYet')
  const blank = new Set(none.filter((name) => reading.choices.values[name] === ''))
  const { values, problems } = readTyped(entity, reading.choices.values, blank)
  const facts = Object.entries(reading.choices.values).flatMap(([name, typed]) => {
    const value = typeof typed === 'string' ? typed : typed.join(', ')
    const { label } = entity.fields[name]!
    const { titles, from } = reading
    return value === ''
      ? []
      : [{ name, label: t(label), value, title: titles[name] ?? '', from: from[name] ?? '' }]
  })
  return {
    entity,
    facts,
    problems: [...reading.problems, ...problems.map(({ message }) => message)],
    ambiguity: reading.ambiguity,
    values,
  }
}

function applyOption(entity: Entity, reading: Reading, name: string, option: Option): void {
  const previous = reading.choices.values
  reading.choices = choose(entity, reading.choices, name, option.value, [option])
  reading.titles[name] = option.title ?? ''
  for (const [other, value] of Object.entries(reading.choices.values))
    if (other !== name && value !== previous[other]) reading.from[other] = t(entity.fields[name]!.label)
}

async function readReference(entity: Entity, reading: Reading, name: string, text: string): Promise<void> {
  const { reference, ...field } = entity.fields[name]!
  const label = t(field.label)
  const search = (q: string): Promise<Options> =>
    fetchOptions({ ...optionQueryOf(entity, name, reading.choices.values), q }, maxOptions)
  if (reference!.many) {
    const options: Option[] = []
    for (const part of text
      .split(/[,;+]/)
      .map((each) => each.trim())
      .filter(Boolean)) {
      const option = matchItem((await search(part)).items, part)
      if (option) options.push(option)
      else reading.problems.push(t('{label}: no match for {part}', { label, part }))
    }
    const values = options.map(({ value }) => value)
    reading.choices = choose(entity, reading.choices, name, values, options)
    return
  }
  const { items, more } = await search(text)
  const option = matchItem(items, text) ?? (items.length === 1 && !more ? items[0] : undefined)
  if (option) applyOption(entity, reading, name, option)
  else if (items.length === 0) reading.problems.push(t('{label}: no match for {text}', { label, text }))
  else
    reportAmbiguity(
      reading,
      label,
      text,
      items.map((each) => ({ ...each, field: name })),
    )
}

function reportAmbiguity(
  reading: Reading,
  label: string,
  typed: string,
  options: Ambiguity['options'],
): void {
  reading.ambiguity ??= { label, typed, options: options.slice(0, maxOptions) }
  reading.problems.push(t('{label}: “{typed}” matches several records. Choose one below', { label, typed }))
}

/** `in MH`: the lowest level with this code or name; the levels above it are derived. */
async function readParent(entity: Entity, reading: Reading, text: string): Promise<void> {
  const fields = levelFieldsOf(entity)
  const found = await Promise.all(
    fields.map(async ({ name }) => {
      const optionQuery = optionQueryOf(entity, name, reading.choices.values)
      return { name, ...(await fetchOptions({ ...optionQuery, q: text }, maxOptions)) }
    }),
  )
  const isCode = ({ value }: Option): boolean => value.toLowerCase() === text.toLowerCase()
  const exact =
    found.find(({ items }) => items.some(isCode)) ??
    found.find(({ items }) => matchItem(items, text) !== undefined)
  if (exact) {
    applyOption(entity, reading, exact.name, matchItem(exact.items, text)!)
    const lower = found.slice(0, found.indexOf(exact))
    return offerLower(entity, reading, text, lower)
  }
  if (await readWithinAbove(entity, reading, text)) return
  const all = found.flatMap(({ name, items }) => items.map((item) => ({ item, name })))
  const [only] = all
  if (!only)
    reading.problems.push(t('No parent of {noun} matches {text}', { noun: t(entity.singular), text }))
  else if (all.length === 1) applyOption(entity, reading, only.name, only.item)
  else
    reportAmbiguity(
      reading,
      'in',
      text,
      all.map(({ item, name }) => ({ ...item, field: name })),
    )
}

/** A higher level alone is not enough: offers lower levels that match the text, or those inside the given level. */
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
      : await fetchOptions(optionQueryOf(entity, lowest.name, reading.choices.values), maxOptions)
  const options = [...likely, ...items.map((item) => ({ ...item, field: lowest.name }))]
  if (options.length > 0)
    reading.ambiguity = { label: 'in', typed: text, options: options.slice(0, maxOptions) }
}

/** A level that the record does not refer to itself, such as the state of a station: offers the levels inside it. */
async function readWithinAbove(entity: Entity, reading: Reading, text: string): Promise<boolean> {
  const [lowest] = levelFieldsOf(entity)
  if (!lowest) return false
  for (const { entity: level, path } of levelsAbove(entity)) {
    if (path.length < 2) continue
    const of = path.at(-1)!.reference.field
    const above = matchItem(
      (await fetchOptions({ entity: level, of, with: [], constraints: {}, q: text }, maxOptions)).items,
      text,
    )
    if (!above) continue
    const optionQuery = optionQueryOf(entity, lowest.name, reading.choices.values)
    const constraints = { ...optionQuery.constraints, [`under.${level.name}`]: above.value }
    const { items } = await fetchOptions({ ...optionQuery, constraints }, maxOptions)
    const [only] = items
    const { label } = entity.fields[lowest.name]!
    if (!only)
      reading.problems.push(
        t('{level} {code} has no {field} yet', {
          level: t(level.singular),
          code: above.value,
          field: t(label)
            .replace(/ Code$/, '')
            .toLowerCase(),
        }),
      )
    else if (items.length === 1) applyOption(entity, reading, lowest.name, only)
    else
      reportAmbiguity(
        reading,
        'in',
        text,
        items.map((item) => ({ ...item, field: lowest.name })),
      )
    return true
  }
  return false
}

/** Reports a duplicate code before the server does. */
async function findDuplicateCode(entity: Entity, values: Choices['values']): Promise<string | undefined> {
  const [key] = entity.key
  const code = key === undefined || entity.key.length > 1 ? undefined : values[key]
  if (typeof code !== 'string' || code === '') return undefined
  const { items } = await fetchOptions({ entity, of: key!, with: [], constraints: {}, q: code }, maxOptions)
  const same = items.find(({ value }) => value.toLowerCase() === code.toLowerCase())
  if (!same) return undefined
  const found = { noun: t(entity.singular), code: same.value, title: same.title ?? '' }
  return same.title
    ? t('{noun} {code} already exists: {title}', found)
    : t('{noun} {code} already exists', found)
}
