import type { Field } from '../catalogue/field.ts'
import { parseDay } from '../dates/dates.ts'
import { digitsOfPhone } from '../india/phone.ts'
import { parseGeoPoint } from '../catalogue/kinds/place.ts'
import { readCell } from './read-cell.ts'

/** The values of a column by which its field is recognised: distinct ones, and how many cells are filled. */
export interface ColumnValues {
  values: readonly string[]
  /** Share of the rows that have a value. */
  filled: number
}

export const maxEvidence = 100

const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]{2,}$/
const pan = /^[a-z]{3}[abcfghljpte][a-z]\d{4}[a-z]$/i
const gstin = /^[0-3]\d[a-z]{5}\d{4}[a-z][0-9a-z]z[0-9a-z]$/i
const pin = /^[1-9]\d{2}\s?\d{3}(?:\.0)?$/
const compact = (text: string): string => text.replaceAll(/[\s.-]/g, '')

/** Patterns that hardly any other field has. */
const patterns: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) => email.test(value),
  pan: (value) => pan.test(compact(value)),
  gstin: (value) => gstin.test(compact(value)),
  phone: (value) => /^[+\d][\d\s()./-]*(?:(?:x|ext\.?)\s*\d+)?$/i.test(value) && isPhone(value),
  pincode: (value) => pin.test(value),
  place: (value) => /[.,]/.test(value) && parseGeoPoint(value) !== undefined,
}

function isPhone(value: string): boolean {
  const [first = ''] = value.split('/')
  return digitsOfPhone(first) !== undefined || /^\+\d[\d\s()-]{7,}$/.test(value)
}

const shareOf = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length

/** The pattern that nearly all values have. */
export function patternOf({ values }: ColumnValues): string | undefined {
  if (values.length < 2) return undefined
  return Object.keys(patterns).find((name) => shareOf(values, patterns[name]!) >= 0.8)
}

/** The pattern of a field's values, if they have one. */
export const patternOfField = ({ kind, typedIn }: Field): string | undefined => {
  const name = typedIn.advice ?? kind
  return name in patterns ? name : undefined
}

/** The share of the values that can be read as values of the field; undefined when any text can. */
export function fitOf(
  field: Field,
  { values }: ColumnValues,
  isKnown: ((value: string) => boolean) | undefined,
): number | undefined {
  if (values.length === 0) return undefined
  const pattern = patternOfField(field)
  if (pattern) return shareOf(values, patterns[pattern]!)
  const { as, choices = [], inputMode } = field.typedIn
  const read = (value: string): unknown => readCell(field, value, 'UTC')
  if (field.reference) return isKnown && shareOf(values, isKnown)
  if (as === 'choice') return shareOf(values, (value) => choices.includes(String(read(value))))
  if (as === 'date') return shareOf(values, (value) => parseDay(String(read(value))) !== undefined)
  if (as === 'number' || inputMode === 'numeric')
    return shareOf(values, (value) => /^-?\d+(?:\.\d+)?$/.test(String(read(value))))
  return undefined
}
