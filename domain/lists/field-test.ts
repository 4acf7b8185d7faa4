import type { Entity } from '../catalogue/entity.ts'
import type { Cell, Field } from '../catalogue/field.ts'
import { instant } from '../catalogue/kinds/instant.ts'
import { limits, readText } from '../catalogue/kinds/text.ts'
import { addDays, parseDay } from '../dates.ts'
import { instantAt, parseInstant } from '../moments.ts'
import { readRelativeDay, type FirmCalendar } from './relative-days.ts'

/**
 * - `is`: any of these; a blank one means "has none"
 * - `not`: none of these; a blank one means "has a value"
 * - `from`, `to`: at least, at most
 * - `has`, `begins`: holds, or begins with, any of these texts, compared as search compares
 */
export const listTests = ['is', 'not', 'from', 'to', 'has', 'begins'] as const
export type ListTest = (typeof listTests)[number]

/** A test as it is written down. */
export interface FieldTest {
  field: string
  test: ListTest
  values: readonly string[]
}

/** The same, with values as a table holds them. */
export interface FieldFilter {
  field: string
  test: ListTest
  /** Null means "has none". A limit is one value, with null beside it where having none will do as well. */
  values: readonly Cell[]
}

/** Filters joined by a word. */
export interface AllOf<T> {
  all: readonly T[]
}
export interface AnyOf<T> {
  any: readonly T[]
}
/** Holds where no one of them does. */
export interface NoneOf<T> {
  none: readonly T[]
}
export type ReadFilter = FieldFilter | AllOf<ReadFilter> | AnyOf<ReadFilter> | NoneOf<ReadFilter>

export const mostValues = 200
const mostTexts = 10
/** Every record may have to be compared with each text, so there is a limit for all tests of a query together. */
export const maxTextsInAll = 40

/** How many texts a filter compares records with part by part: what it costs where no index helps. */
export function countTexts(filter: ReadFilter | { isAmong: boolean }): number {
  if ('isAmong' in filter) return 0
  if ('test' in filter) return filter.test === 'has' || filter.test === 'begins' ? filter.values.length : 0
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.reduce((sum, part) => sum + countTexts(part), 0)
}

/** What every record carries beside its fields and can be looked for by. */
const moments = new Map([
  ['createdAt', 'Created At'],
  ['updatedAt', 'Updated At'],
])

/** A field that lists are filtered and sorted by. */
export function listField(entity: Entity, name: string): Field | undefined {
  // Made when it is asked for: a browser that only writes such filters does without the kind.
  const label = moments.get(name)
  return entity.fields[name] ?? (label === undefined ? undefined : instant(label))
}

const dayKinds = ['date', 'instant']

/** Whether it makes sense to look for a part of its text. */
export const hasText = ({ column, typedIn, reference }: Field): boolean =>
  column.type === 'text' && !dayKinds.includes(typedIn.as) && !reference?.many

/** The tests a field offers. */
export const testsOf = (field: Field): readonly ListTest[] =>
  hasText(field) ? listTests : field.reference?.many ? ['is', 'not'] : ['is', 'not', 'from', 'to']

type Read = { filter: ReadFilter } | { problem: string }

/** Reads a test on a field of the entity; `name` is what a sentence calls it. */
export function readFieldTest(
  entity: Entity,
  { field: fieldName, test, values }: FieldTest,
  calendar: FirmCalendar,
  name = `${fieldName}${test === 'is' ? '' : `.${test}`}`,
): Read {
  const field = listField(entity, fieldName)
  if (!field) return { problem: `${entity.plural} cannot be filtered by ${name}` }
  const isChoice = test === 'is' || test === 'not'
  const most = isChoice ? mostValues : test === 'has' || test === 'begins' ? mostTexts : 1
  if (!testsOf(field).includes(test)) return { problem: `${field.label} cannot be tested with “${test}”` }
  if (values.length > most && most > 1)
    return { problem: `${name} should not be given more than ${most} times` }
  const isBlank = (value: string): boolean => value.trim() === ''
  if (values.length === 0 || values.length > most || (!isChoice && values.some(isBlank)))
    return { problem: `${name} should be given once, with a value` }
  if (field.typedIn.as === 'instant') return readMoments(field, { field: fieldName, test, values }, calendar)
  const cells: Cell[] = []
  for (const value of values) {
    const cell = isBlank(value) ? null : readCell(field, test, value, calendar)
    if (cell !== null && typeof cell === 'object') return cell
    cells.push(cell)
  }
  return { filter: { field: fieldName, test, values: cells } }
}

function readCell(
  field: Field,
  test: ListTest,
  value: string,
  calendar: FirmCalendar,
): Cell | { problem: string } {
  const relative = field.typedIn.as === 'date' ? readRelativeDay(value, calendar) : undefined
  if (relative !== undefined) return relative
  // Part of a text, or a code that need not exist, is less than what the field itself would accept.
  const isLoose =
    test === 'has' || test === 'begins' || field.presence === 'generated' || field.reference !== undefined
  const reading = isLoose ? readText(field.label, limits.name, value) : field.read(value)
  if ('problem' in reading) return storedNumber(field, value) ?? reading
  return isLoose ? (reading.value as string) : field.toCell(reading.value)
}

/** A number that may not be entered any more may still be stored, and is looked for. */
function storedNumber({ column }: Field, value: string): number | undefined {
  if (column.type !== 'integer' || column.inHundredths || !/^\s*\d{1,9}\s*$/.test(value)) return undefined
  const number = Number(value)
  return number >= (column.min ?? 0) && number <= (column.max ?? Infinity) ? number : undefined
}

/** A day is a stretch of moments, from its first on the firm's calendar to its last. */
function readMoments(field: Field, { field: name, test, values }: FieldTest, calendar: FirmCalendar): Read {
  const stretches: ReadFilter[] = []
  for (const value of values) {
    if (value.trim() === '') {
      stretches.push({ field: name, test: 'is', values: [null] })
      continue
    }
    const stretch = readStretch(value.trim(), calendar)
    if (!stretch)
      return {
        problem: `${field.label} should be a day like 2026-12-31, or a date and time like 2026-12-31T09:30:00+05:30`,
      }
    const [first, last] = stretch
    const from: ReadFilter = { field: name, test: 'from', values: [first] }
    const to: ReadFilter = { field: name, test: 'to', values: [last] }
    if (test === 'from' || test === 'to') return { filter: test === 'from' ? from : to }
    stretches.push({ all: [from, to] })
  }
  return { filter: test === 'not' ? { none: stretches } : { any: stretches } }
}

function readStretch(text: string, calendar: FirmCalendar): [string, string] | undefined {
  const day = readRelativeDay(text, calendar) ?? parseDay(text)
  if (day === undefined) {
    const moment = parseInstant(text, calendar.timeZone)
    return moment === undefined ? undefined : [moment, moment]
  }
  const startOf = (each: string): string => instantAt(each, '00:00', calendar.timeZone)
  const last = new Date(Date.parse(startOf(addDays(day, 1))) - 1)
  return [startOf(day), last.toISOString()]
}
