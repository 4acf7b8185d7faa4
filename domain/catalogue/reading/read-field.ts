import { parseDay } from '../../dates/dates.ts'
import { parseZonedInstant } from '../../dates/moments.ts'
import { uniformPhone } from '../../india/phone.ts'
import { t } from '../../messages/t.ts'
import { formatList } from '../../text.ts'
import type { Field, FieldKind, ReadResult, Value } from '../field.ts'
import { formatGeoPoint, parseGeoPoint } from '../kinds/place.ts'
import { limits } from '../kinds/text.ts'
import { readDigits } from './read-digits.ts'
import { lengthOf, readCode, readText, readTextField } from './read-text.ts'

// Apart from the kinds, because the web app validates only when it saves.

// The rule of <input type="email">, so that browser and server agree on every address.
const emailShape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
// Permissive on purpose: numbers are written with extensions, country codes and spaces.
const phoneShape = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:(?:x|ext\.?)\s*\d+)?$/i
const numeral = /^[+-]?\d{1,15}(\.\d{1,9})?$/

export const maxItems = 200

type Reader = (field: Field, input: unknown) => ReadResult

const readShape =
  (shape: RegExp, problem: (values: { label: string }) => string): Reader =>
  (field, input) => {
    const reading = readText(field.label, lengthOf(field), input)
    if ('problem' in reading || shape.test(reading.value)) return reading
    return { problem: problem({ label: t(field.label) }) }
  }

const readPhoneShape = readShape(phoneShape, (values) => t('{label} should be a phone number', values))

/** Every save stores phone numbers in one spelling. */
const readPhone: Reader = (field, input) => {
  const reading = readPhoneShape(field, input)
  if ('problem' in reading || typeof reading.value !== 'string') return reading
  const uniform = uniformPhone(reading.value)
  return { value: uniform.length <= lengthOf(field) ? uniform : reading.value }
}

/** Forms send digits as text, API clients send numbers. */
function toNumber(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined
  if (typeof input === 'string' && numeral.test(input.trim())) return Number(input)
  return undefined
}

function readNumber({ label, typedIn }: Field, input: unknown): ReadResult<number> {
  const { min = 0, max = Infinity, decimals = 0 } = typedIn
  const value = toNumber(input)
  if (value === undefined) return { problem: t('{label} should be a number', { label: t(label) }) }
  if (Number(value.toFixed(decimals)) !== value) {
    return {
      problem: decimals
        ? t('{label} should have at most {decimals} decimals', { label: t(label), decimals })
        : t('{label} should be a whole number', { label: t(label) }),
    }
  }
  if (value < min)
    return { problem: t('{label} should not be less than {min, number}', { label: t(label), min }) }
  if (value > max) return { problem: t('{label} should not exceed {max, number}', { label: t(label), max }) }
  return { value: value === 0 ? 0 : value } // -0 would not survive a round trip through the database
}

function readReferences({ label }: Field, input: unknown): ReadResult<readonly string[]> {
  if (!Array.isArray(input)) return { problem: t('{label} should be a list', { label: t(label) }) }
  if (input.length > maxItems)
    return { problem: t('{label} should not exceed {maxItems} items', { label: t(label), maxItems }) }
  const items: string[] = []
  for (const item of input) {
    const reading = readText(label, limits.name, item)
    if ('problem' in reading) return reading
    const word = reading.value
    if (word === '') return { problem: t('{label} should not contain blanks', { label: t(label) }) }
    if (!items.includes(word)) items.push(word)
  }
  return { value: items }
}

/** A kind without its entry does not compile. */
const readers: Readonly<Record<FieldKind, Reader>> = {
  amount: readNumber,
  choice: ({ label, column: { oneOf = [] } }, input) =>
    typeof input === 'string' && oneOf.includes(input.trim())
      ? { value: input.trim() }
      : { problem: t('{label} should be {choices}', { label: t(label), choices: formatList(oneOf, 'or') }) },
  code: (field, input) =>
    field.presence === 'generated' ? { value: null } : readCode(field.label, lengthOf(field), input),
  date: ({ label }, input) => {
    const day = typeof input === 'string' ? parseDay(input.trim()) : undefined
    return day
      ? { value: day }
      : { problem: t('{label} should be a date like 31/12/2026 or 2026-12-31', { label: t(label) }) }
  },
  digits: readDigits,
  email: readShape(emailShape, (values) => t('{label} should be an e-mail address', values)),
  instant: ({ label }, input) => {
    const moment = typeof input === 'string' ? parseZonedInstant(input.trim()) : undefined
    return moment
      ? { value: moment }
      : {
          problem: t('{label} should be a date and time with its zone, like 2026-12-31T09:30:00+05:30', {
            label: t(label),
          }),
        }
  },
  longText: (field, input) => readText(field.label, lengthOf(field), input, 'many'),
  number: readNumber,
  phone: readPhone,
  place: ({ label }, input) => {
    const point = typeof input === 'string' ? parseGeoPoint(input) : undefined
    return point
      ? { value: formatGeoPoint(point) }
      : { problem: t('{label} should be latitude and longitude, like 22.5645, 72.9289', { label: t(label) }) }
  },
  ref: (field, input) => readText(field.label, lengthOf(field), input),
  refs: readReferences,
  text: readTextField,
  wholeText: (field, input) => {
    const reading = readNumber(field, input)
    return 'value' in reading ? { value: String(reading.value) } : reading
  },
}

/** Validates input for a field. Never called with null, undefined or blank input. */
export function readField<T extends Value>(field: Field<T>, input: unknown): ReadResult<T>
export function readField(field: Field, input: unknown): ReadResult {
  return readers[field.kind](field, input)
}
