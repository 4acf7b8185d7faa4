import { isObject } from '../input.ts'
import type { RecordValues, StoredRecord } from './entity.ts'
import type { Value } from './field.ts'

/** Values or cells by name, where the entity or the columns are known at run time only. */
type Named = Readonly<Record<string, unknown>>

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || typeof value === 'number' || isTexts(value)

export const isRecordValues = (input: unknown): input is RecordValues =>
  isObject(input) && Object.values(input).every(isValue)

export const isStoredRecord = (input: unknown): input is StoredRecord =>
  isRecordValues(input) &&
  typeof input['version'] === 'number' &&
  ['id', 'createdAt', 'updatedAt'].every((name) => typeof input[name] === 'string')

/** A text that is always there: a code, a name, a day. Throws if it is not, so that 'null' is never shown or stored. */
export function textAt(values: Named, name: string): string {
  const value = values[name]
  if (typeof value !== 'string') throw notA('text', name, value)
  return value
}

/** A text that may be missing. */
export function textOrNull(values: Named, name: string): string | null {
  return (values[name] ?? null) === null ? null : textAt(values, name)
}

/** The items of a list of references; a single reference is a list of one, and none is an empty list. */
export function textsAt(values: Named, name: string): readonly string[] {
  const value = values[name] ?? []
  if (typeof value === 'string') return [value]
  if (!isTexts(value)) throw notA('list of texts', name, value)
  return value
}

/** A number, which PostgreSQL sends as text if it is a count or a sum; null is 0, as for the sum of no rows. */
export function numberAt(row: Named, name: string): number {
  const value = row[name] ?? 0
  const number = Number(value)
  if (Number.isNaN(number)) throw notA('number', name, value)
  return number
}

const notA = (what: string, name: string, value: unknown): Error =>
  new TypeError(`${name} should be a ${what}, not ${value === null ? 'null' : typeof value}`)
