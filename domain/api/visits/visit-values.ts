import * as z from 'zod/mini'
import type { Field, Value } from '../../catalogue/field.ts'
import { schemaOf } from '../../catalogue/stored/kinds.ts'
import { parseDay } from '../../dates/dates.ts'
import { territoryLevels } from '../../visits/dashboard.ts'
import { isBlank } from '../../visits/payloads.ts'
import { textParameter } from '../parameters.ts'
import { count, dateTime, described, readBy, readWith, text } from '../values.ts'
import { t } from '../../messages/t.ts'
import { readField } from '../../catalogue/reading/read-field.ts'

// Schemas that several endpoints about visits use.

/** A calendar day in an answer. */
export const date = z.string().check(z.meta({ format: 'date' }))
export const dateOrNull = z.nullable(date)
export const dateTimeOrNull = z.nullable(dateTime)
export const textOrNull = z.nullable(text)

/** The name of a customer, and its second name. */
export const customerNames = { Customer_Name: text, Local_Name: textOrNull }
/** The name of a city, and its second name. */
export const cityNames = { City_Name: text, City_Local_Name: textOrNull }
/** A part of the territory. */
export const territoryNames = { code: text, name: text, localName: described(textOrNull, 'The second name') }
/** Of the seasons, crops and materials of visits. */
export const secondNames = described(
  z.record(text, z.record(text, text)),
  'The second names in the language of the request: field → name → second name',
)
export const rupees = z.number()

/** The firm's date and time zone, which may differ from the browser's; `Planned_At` is shown in it. */
export const firmClock = { today: date, timeZone: text }

export const balance = z.strictObject({ As_Of: date, Receivable: rupees, Overdue: rupees })
export const employee = z.strictObject({ employeeNumber: text, name: text })

/** A visit, and the version of it that the client has seen. */
export const visitVersion = { Visit_ID: text, version: count }

/** A day of a query, in the notation of the database or of the screens. */
export const dayParameter = (name: string, example: string) =>
  readWith(parseDay, () =>
    t('{parameter} should be a date like {example}', { parameter: name, example }),
  ).check(z.meta({ format: 'date' }))

/** A parameter that may be repeated, as a field of a list is. */
export const repeatable = z.optional(z.union([text, z.array(text)]))

/** All values of a parameter that may be repeated. */
export const listParameter = (values: z.ZodMiniArray<z.ZodMiniString>) =>
  z._default(z.pipe(z.transform(toList), values), [])

const toList = (typed: unknown): unknown => (Array.isArray(typed) ? typed : [typed])

export const afterPage = described(z.optional(textParameter('after')), 'The "next" of the previous page')

export const territoryFields = territoryLevels.map(({ field }) => field)

/** A member that a form may send blank, which means the same as leaving it out. */
export const unlessBlank = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((input: unknown) => (isBlank(input) ? undefined : input)),
      z.optional(schema),
    ),
  )

/** A value of a field of the catalogue, which may be left out. */
export const fieldValue = <T extends Value>(field: Field<T>) =>
  unlessBlank(readBy((input) => readField(field, input))).check(z.meta(schemaOf(field)))

/** A member that may be left out or null, with the value that it then has. */
export const orElse = <S extends z.ZodMiniType, T extends z.output<S>>(schema: S, usual: T) =>
  z.pipe(
    z.nullish(schema).check(z.meta({ default: usual })),
    z.transform((value: z.output<S> | null | undefined) => value ?? usual),
  )

/** Members with these names. */
export const shapeOf = <N extends string, S extends z.ZodMiniType>(
  names: readonly N[],
  schemaOf: (name: N) => S,
): Record<N, S> => Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Record<N, S>

export type FirmClock = z.infer<z.ZodMiniObject<typeof firmClock>>
