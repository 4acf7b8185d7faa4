import type { Entity } from '../catalogue/entity.ts'
import type { Cell, Field } from '../catalogue/field.ts'
import { instant } from '../catalogue/kinds/instant.ts'
import { limits } from '../catalogue/kinds/text.ts'
import { readText } from '../catalogue/reading/read-text.ts'
import { toCell } from '../catalogue/stored/kinds.ts'
import { addDays, parseDay } from '../dates/dates.ts'
import { instantAt, parseInstant } from '../dates/moments.ts'
import { listTests, type FieldTest, type ListTest } from './list-tests.ts'
import { readRelativeDay, type FirmCalendar } from './relative-days.ts'
import { t } from '../messages/t.ts'
import { readField } from '../catalogue/reading/read-field.ts'

/** A test with values as stored in the table. */
export interface FieldFilter {
  field: string
  test: ListTest
  /** Null means "has none". A limit has one value, and also null when records without a value match. */
  values: readonly Cell[]
}

export interface AllOf<T> {
  all: readonly T[]
}
export interface AnyOf<T> {
  any: readonly T[]
}
/** True when none of them is. */
export interface NoneOf<T> {
  none: readonly T[]
}
export type ReadFilter = FieldFilter | AllOf<ReadFilter> | AnyOf<ReadFilter> | NoneOf<ReadFilter>

export const maxValues = 200
const maxTexts = 10
/** Limit for all tests of a query together, because every record may be compared with each text. */
export const maxTextsInAll = 40

type AnyFilter = FieldFilter | AllOf<AnyFilter> | AnyOf<AnyFilter> | NoneOf<AnyFilter> | { isAmong: boolean }

/** The number of substring comparisons per record: the cost when no index helps. */
export function countTexts(filter: AnyFilter): number {
  if ('isAmong' in filter) return 0
  if ('test' in filter) return filter.test === 'has' || filter.test === 'begins' ? filter.values.length : 0
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.reduce((sum, part) => sum + countTexts(part), 0)
}

/** Metadata of every record that can be filtered by. */
const moments = new Map([
  ['createdAt', 'Created At'],
  ['updatedAt', 'Updated At'],
])

/** A field that lists can be filtered and sorted by. */
export function listField(entity: Entity, name: string): Field | undefined {
  // Created on demand: a browser that only writes such filters does not load the kind.
  const label = moments.get(name)
  return entity.fields[name] ?? (label === undefined ? undefined : instant(label))
}

const dayKinds = ['date', 'instant']

/** Whether substring search makes sense. */
export const hasText = ({ column, typedIn, reference }: Field): boolean =>
  column.type === 'text' && !dayKinds.includes(typedIn.as) && !reference?.many

/** The tests a field supports. */
export const testsOf = (field: Field): readonly ListTest[] =>
  hasText(field) ? listTests : field.reference?.many ? ['is', 'not'] : ['is', 'not', 'from', 'to']

type Read = { filter: ReadFilter } | { problem: string }

/** Parses a test on a field of the entity; `name` is used in error messages. */
export function readFieldTest(
  entity: Entity,
  { field: fieldName, test, values }: FieldTest,
  calendar: FirmCalendar,
  name = `${fieldName}${test === 'is' ? '' : `.${test}`}`,
): Read {
  const field = listField(entity, fieldName)
  if (!field)
    return { problem: t('{entities} cannot be filtered by {name}', { entities: t(entity.plural), name }) }
  const isChoice = test === 'is' || test === 'not'
  const maxCount = isChoice ? maxValues : test === 'has' || test === 'begins' ? maxTexts : 1
  if (!testsOf(field).includes(test))
    return { problem: t('{label} cannot be tested with “{test}”', { label: t(field.label), test }) }
  if (values.length > maxCount && maxCount > 1)
    return {
      problem: t('{parameter} should not be given more than {max} times', { parameter: name, max: maxCount }),
    }
  const isBlank = (value: string): boolean => value.trim() === ''
  if (values.length === 0 || values.length > maxCount || (!isChoice && values.some(isBlank)))
    return { problem: t('{parameter} should be given once, with a value', { parameter: name }) }
  if (field.typedIn.as === 'instant') return readInstants(field, { field: fieldName, test, values }, calendar)
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
  // Part of a text, or a code that does not exist, may not pass the validation of the field itself.
  const isLoose =
    test === 'has' || test === 'begins' || field.presence === 'generated' || field.reference !== undefined
  const reading = isLoose ? readText(field.label, limits.name, value) : readStored(field, value)
  return 'problem' in reading ? (storedNumber(field, value) ?? reading) : reading.value
}

function readStored(field: Field, value: string): { value: Cell } | { problem: string } {
  const reading = readField(field, value)
  return 'problem' in reading ? reading : { value: toCell(field, reading.value) }
}

/** A number below the current minimum may still be stored, so it can be searched for. */
function storedNumber({ column }: Field, value: string): number | undefined {
  if (column.type !== 'integer' || column.inHundredths || !/^\s*\d{1,9}\s*$/.test(value)) return undefined
  const number = Number(value)
  return number >= (column.min ?? 0) && number <= (column.max ?? Infinity) ? number : undefined
}

/** Converts a day to a range of instants in the firm's time zone. */
function readInstants(field: Field, { field: name, test, values }: FieldTest, calendar: FirmCalendar): Read {
  const ranges: ReadFilter[] = []
  for (const value of values) {
    if (value.trim() === '') {
      ranges.push({ field: name, test: 'is', values: [null] })
      continue
    }
    const range = readRange(value.trim(), calendar)
    if (!range)
      return {
        problem: t(
          '{label} should be a day like 2026-12-31, or a date and time like 2026-12-31T09:30:00+05:30',
          { label: t(field.label) },
        ),
      }
    const [first, last] = range
    const from: ReadFilter = { field: name, test: 'from', values: [first] }
    const to: ReadFilter = { field: name, test: 'to', values: [last] }
    if (test === 'from' || test === 'to') return { filter: test === 'from' ? from : to }
    ranges.push({ all: [from, to] })
  }
  return { filter: test === 'not' ? { none: ranges } : { any: ranges } }
}

function readRange(text: string, calendar: FirmCalendar): [string, string] | undefined {
  const day = readRelativeDay(text, calendar) ?? parseDay(text)
  if (day === undefined) {
    const moment = parseInstant(text, calendar.timeZone)
    return moment === undefined ? undefined : [moment, moment]
  }
  const startOf = (each: string): string => instantAt(each, '00:00', calendar.timeZone)
  const last = new Date(Date.parse(startOf(addDays(day, 1))) - 1)
  return [startOf(day), last.toISOString()]
}
