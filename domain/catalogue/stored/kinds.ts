import { uniformPhone } from '../../india/phone.ts'
import { addDays } from '../../dates/dates.ts'
import { foldText } from '../../text.ts'
import { passCell, showPlain, type Cell, type Field, type FieldKind, type Value } from '../field.ts'
import { formatCode, lastDigits } from '../kinds/code.ts'
import { maxItems } from '../reading/read-field.ts'
import { isTexts } from '../values.ts'
import { parseJson } from '../../parse-json.ts'
import { limits } from '../kinds/text.ts'

// What only the store, the description of the API and the tests need of a kind: the web app does not load it.

interface StoredKind {
  /** Whether search includes it. */
  searched: boolean
  /** A realistic value, different for each n. */
  sample: (field: Field, n: number) => Value
  /** JSON Schema, for the OpenAPI description. */
  schema: (field: Field) => Record<string, unknown>
  /** The cell of a value, where the two differ. */
  toCell?: (value: Value) => Cell
  fromCell?: (cell: Cell) => Value
  /** The form in which key values are compared and sorted; by default the folded text. */
  toKey?: (value: Value) => string
}

const digitsInKey = 12

/** The number of a code, from the part of its key after the prefix. */
export const numberInKey = (rest: string): number | undefined =>
  rest.length === digitsInKey && /^\d+$/.test(rest) ? Number(rest) : undefined

/** The part of the key after the prefix. */
export const keyOfNumber = (number: number): string => String(number).padStart(digitsInKey, '0')

const foldValue = (value: Value): string => foldText(showPlain(value))

const textSchema = ({ column }: Field): Record<string, unknown> => ({
  type: 'string',
  maxLength: column.maxLength,
})

/** A kind without its entry does not compile. */
const storedKinds: Readonly<Record<FieldKind, StoredKind>> = {
  amount: {
    searched: false,
    sample: (_field, n) => n * 100 + 0.5,
    schema: ({ typedIn, column }) => ({
      type: 'number',
      minimum: typedIn.min,
      maximum: column.max! / 100,
    }),
    toCell: (value) => (value === null ? null : Math.round(Number(value) * 100)),
    fromCell: (cell) => (cell === null ? null : Number(cell) / 100),
  },
  choice: {
    searched: false,
    sample: ({ column: { oneOf = [] } }, n) => oneOf[n % oneOf.length]!,
    schema: ({ column }) => ({ type: 'string', enum: column.oneOf }),
  },
  code: {
    searched: true,
    sample: ({ series }, n) => formatCode(series!, n),
    schema: () => ({ type: 'string', readOnly: true }),
    // Padded, so that CR10000 sorts after CR9999.
    toKey: (value) => foldValue(value).replace(lastDigits, (digits) => digits.padStart(digitsInKey, '0')),
  },
  date: {
    searched: false,
    sample: (_field, n) => addDays('2026-01-01', n % 300),
    schema: () => ({ type: 'string', format: 'date' }),
  },
  digits: {
    searched: false,
    sample: (_field, n) => String(n).padStart(2, '0'),
    schema: ({ column }) => ({ type: 'string', pattern: '^\\d+$', maxLength: column.maxLength }),
  },
  email: {
    searched: true,
    sample: (_field, n) => `person${n}@example.in`,
    schema: ({ column }) => ({ type: 'string', format: 'email', maxLength: column.maxLength }),
  },
  instant: {
    searched: false,
    sample: (_field, n) => new Date(Date.UTC(2026, 0, 1, 4, 30) + (n % 300) * 86_400_000).toISOString(),
    schema: () => ({ type: 'string', format: 'date-time' }),
  },
  longText: {
    searched: false,
    sample: ({ label }, n) => `${label} ${n}\nsecond line`,
    schema: textSchema,
  },
  number: {
    searched: false,
    sample: ({ typedIn, column }, n) => Math.min(column.max!, Math.max(typedIn.min!, n)),
    schema: ({ typedIn, column }) => ({
      type: column.type === 'real' ? 'number' : 'integer',
      minimum: typedIn.min,
      maximum: column.max,
    }),
  },
  phone: {
    searched: true,
    sample: (_field, n) => uniformPhone(String(9_800_000_000 + n)),
    schema: textSchema,
  },
  place: {
    searched: false,
    sample: (_field, n) => `${20 + (n % 10)}.5,${70 + (n % 10)}.25`,
    schema: () => ({ type: 'string', examples: ['22.5645,72.9289'] }),
  },
  ref: {
    searched: false,
    sample: (_field, n) => `C${n}`,
    schema: (field) => ({
      ...textSchema(field),
      description: `The ${field.reference!.field} of an existing record`,
    }),
  },
  refs: {
    searched: false,
    sample: (_field, n) => [`C${n}`],
    schema: () => ({ type: 'array', items: { type: 'string', maxLength: limits.name }, maxItems }),
    toCell: (value) => (value === null ? null : JSON.stringify(value)),
    fromCell: (cell) => (cell === null ? null : parseJson(String(cell), isTexts)),
  },
  text: {
    searched: true,
    sample: ({ label, column }, n) => (column.maxLength! <= limits.code ? `C${n}` : `${label} ${n}`),
    schema: textSchema,
  },
  wholeText: {
    searched: true,
    sample: (_field, n) => String(n),
    schema: () => ({ type: 'string', pattern: '^\\d+$' }),
  },
}

type OfKind = Pick<Field, 'kind'>

export const toCell = ({ kind }: OfKind, value: Value): Cell => (storedKinds[kind].toCell ?? passCell)(value)

export const fromCell = ({ kind }: OfKind, cell: Cell): Value => {
  const { fromCell: read } = storedKinds[kind]
  return read ? read(cell) : cell
}

/** Compares and sorts the values of a key. */
export const toKey = ({ kind }: OfKind, value: Value): string => (storedKinds[kind].toKey ?? foldValue)(value)

export const isSearched = ({ kind }: OfKind): boolean => storedKinds[kind].searched

export const sampleOf = (field: Field, n: number): Value => storedKinds[field.kind].sample(field, n)

export const schemaOf = (field: Field): Record<string, unknown> => storedKinds[field.kind].schema(field)
