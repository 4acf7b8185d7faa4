import type { Entity } from '../catalogue/entity.ts'
import type { TypedIn } from '../catalogue/field.ts'
import { foldText } from '../text.ts'
import { readEntity, entityByName } from './entity-words.ts'
import { fieldNamed, levelFieldsOf, positionsOf } from './line-fields.ts'
import { squash, tokensOf, type Token } from './tokens.ts'
import { t } from '../messages/t.ts'
import { readField } from '../catalogue/reading/read-field.ts'

/** A parsed line, before references are looked up. */
export type Line = { kind: 'none' } | { kind: 'several'; entities: readonly Entity[] } | RecordLine

export interface RecordLine {
  kind: 'record'
  entity: Entity
  /** Field → text as typed. */
  values: Readonly<Record<string, string>>
  /** The parent: a code or a name of any level above. Empty: `in` was typed without a parent so far. */
  parent: string | undefined
  problems: readonly string[]
  /** Only the entity was typed. */
  isBare: boolean
  /** The entity was typed in full, so that it is unambiguous. */
  isWhole: boolean
}

/**
 * `city PUN Pune in MH`: the entity, its code, its name, its parent. Other fields by name, in any position:
 * `payment term N30 "Net 30" days=30`. With `known` the first word may be omitted; when it is typed all the same, it is
 * the entity and not a code "city".
 */
export function readLine(text: string, entities: readonly Entity[], known?: Entity): Line {
  const tokens = tokensOf(text)
  if (known) {
    const named = entityByName(tokens, entities)
    const isTyped = named && named.used < tokens.length && (named.entity === known || beginsWithCode(known))
    return isTyped
      ? readRecord(named.entity, tokens.slice(named.used), true)
      : readRecord(known, tokens, true)
  }
  const reading = readEntity(tokens, entities)
  if (reading.kind !== 'one') return reading
  return readRecord(reading.entity, tokens.slice(reading.used), reading.isWhole)
}

/** A name may begin with the name of another entity, such as "Soil conditioner"; a code does not. */
const beginsWithCode = (entity: Entity): boolean => positionsOf(entity).lead[0] === entity.key[0]

function readRecord(entity: Entity, tokens: readonly Token[], isWhole: boolean): RecordLine {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const { name, text } of tokens) {
    if (name === undefined) continue
    const field = fieldNamed(entity, name)
    if ('problem' in field) problems.push(field.problem)
    else if (field.name in values)
      problems.push(t('{label} is given twice', { label: t(entity.fields[field.name]!.label) }))
    else values[field.name] = text
  }
  const { words, parent } = splitParent(
    entity,
    tokens.filter(({ name }) => name === undefined),
  )
  const left = words.some(({ endsField }, at) => endsField && at < words.length - 1)
    ? placeGroups(entity, words, values)
    : placeWords(entity, words, values)
  if (left.length > 0) problems.push(t('Not understood: {words}', { words: left.join(' ') }))
  return { kind: 'record', entity, values, parent, problems, isBare: tokens.length === 0, isWhole }
}

/** "in" in Gujarati, Hindi and Marathi, which follows the place: `શહેર PUN પુણે MH માં`. */
const inAfter: ReadonlySet<string> = new Set(['માં', 'में', 'मध्ये'])

/** The last `in` that is followed by text starts the parent: names can contain one, and so can codes (India is IN). */
function splitParent(
  entity: Entity,
  words: readonly Token[],
): { words: readonly Token[]; parent: string | undefined } {
  if (levelFieldsOf(entity).length === 0) return { words, parent: undefined }
  const isIn = ({ text, isQuoted }: Token): boolean => !isQuoted && foldText(text) === 'in'
  const at = words.slice(0, -1).findLastIndex(isIn)
  if (at >= 0) return { words: words.slice(0, at), parent: joined(words.slice(at + 1)) }
  const last = words.at(-1)
  if (last && !last.isQuoted && words.length > 1 && inAfter.has(last.text))
    return { words: words.slice(0, -2), parent: words.at(-2)!.text }
  const isBegun = last !== undefined && last.text === 'in' && !last.isQuoted
  return isBegun ? { words: words.slice(0, -1), parent: '' } : { words, parent: undefined }
}

const joined = (words: readonly Token[]): string => words.map(({ text }) => text).join(' ')

/** With commas, each group is a value: `COD, Cash on delivery, 0`. */
function placeGroups(entity: Entity, words: readonly Token[], values: Record<string, string>): string[] {
  const groups: Token[][] = [[]]
  for (const word of words) {
    groups.at(-1)!.push(word)
    if (word.endsField) groups.push([])
  }
  const { lead, rest } = positionsOf(entity)
  const free = [...lead, ...rest].filter((name) => !(name in values))
  const left: string[] = []
  for (const group of groups.filter((each) => each.length > 0)) {
    const choice = takeChoice(entity, group, values)
    if (choice) continue
    const name = free.find((each) => !(each in values) && !entity.fields[each]!.typedIn.choices)
    if (name) values[name] = joined(group)
    else left.push(joined(group))
  }
  return left
}

/** A group that equals a choice of a field is assigned to that field, in any position. */
function takeChoice(entity: Entity, group: readonly Token[], values: Record<string, string>): boolean {
  const wanted = squash(joined(group))
  for (const [name, { typedIn }] of Object.entries(entity.fields)) {
    const choice =
      name in values
        ? undefined
        : typedIn.choices?.find((each) => squash(each) === wanted || squash(t(each)) === wanted)
    if (choice === undefined) continue
    values[name] = choice
    return true
  }
  return false
}

/** Without commas: choices in any position, numbers and dates from the end, one word for each other field; the name takes the rest. */
function placeWords(entity: Entity, all: readonly Token[], values: Record<string, string>): string[] {
  const { lead, rest, title } = positionsOf(entity)
  const isFree = (name: string): boolean => !(name in values)
  let words = all
  for (const length of [2, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const group = words.slice(at, at + length)
      if (group.some(({ isQuoted }) => isQuoted) || !takeChoice(entity, group, values)) continue
      words = [...words.slice(0, at), ...words.slice(at + length)]
      at--
    }
  const first = lead.filter(isFree)
  for (const name of rest.filter(isFree).toReversed()) {
    const field = entity.fields[name]!
    const last = words.at(-1)
    if (isPlain(field.typedIn) || !last || words.length <= first.length) continue
    if ('problem' in readField(field, last.text)) continue
    values[name] = last.text
    words = words.slice(0, -1)
  }
  const others = rest.filter((name) => {
    const { typedIn, presence } = entity.fields[name]!
    return isFree(name) && presence === 'required' && isPlain(typedIn) && !typedIn.choices
  })
  if (words.length >= first.length + others.length) {
    const from = words.length - others.length
    for (const [at, name] of others.entries()) values[name] = words[from + at]!.text
    words = words.slice(0, from)
  }
  for (const [at, name] of first.entries()) {
    const isLast = at === first.length - 1
    const taken = isLast && name === title ? words.slice(at) : words.slice(at, at + 1)
    if (taken.length > 0) values[name] = joined(taken)
    if (isLast) words = words.slice(at + taken.length)
  }
  return words.map(({ text }) => text)
}

/** Whether the field accepts any text. */
const isPlain = ({ as, inputMode }: TypedIn): boolean =>
  as === 'long-text' || as === 'choice' || (as === 'text' && inputMode === undefined)
