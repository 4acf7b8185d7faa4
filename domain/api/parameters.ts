import * as z from 'zod/mini'
import { catalogue } from '../catalogue/catalogue.ts'
import type { StoredRecord } from '../catalogue/entity.ts'
import { isObject } from '../input.ts'
import { searchProblem } from '../lists/search-text.ts'
import type { FieldProblem } from '../problem.ts'
import { described, flag, text, wholeNumber } from './values.ts'
import { t } from '../messages/t.ts'

// Values of a query, which arrive as text, and the pages that lists answer with.

/** Text, which a query may give once. */
export const textParameter = (name: string) =>
  z.string({ error: () => t('{parameter} should be given once', { parameter: name }) })

/** `?name=true`, or `?name` alone. */
export const flagParameter = (name: string) => z.pipe(z.transform(toFlag), flag(name))

const toFlag = (typed: unknown): unknown =>
  typed === '' || typed === 'true' ? true : typed === 'false' ? false : typed

export const numberParameter = (name: string, min: number, max: number) =>
  z.pipe(z.transform(toNumber), wholeNumber(name, min, max))

export const toNumber = (typed: unknown): unknown =>
  typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : typed

const maxPerPage = 200

export const limitParameter = (usual = 50) =>
  described(z._default(numberParameter('limit', 1, maxPerPage), usual), `Page size, at most ${maxPerPage}`)

export const searchParameter = described(
  z.optional(
    textParameter('q').check(
      z.check<string>(({ value, issues }) => {
        const message = searchProblem(value)
        if (message !== undefined) issues.push({ code: 'custom', message, input: value })
      }),
    ),
  ),
  'Words or parts of words, which must all match',
)

export const notNext = (): string => t('after should be the "next" value of the previous page')

/** The id with which the next page begins. */
export const afterParameter = (error = notNext) =>
  described(z.optional(z.uuidv7({ error })), 'The "next" value of the previous page')

export const entityName = z.enum(
  catalogue.map(({ name }) => name),
  { error: () => t('entity should be the name of an entity, such as customer') },
)

/** A page of a list. */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.strictObject({
    items: z.array(item),
    next: described(z.nullable(text), 'Pass it as after to get the next page; null on the last one'),
  })

/** A value with one sentence for whatever is wrong in it. */
export const allOf = <S extends z.ZodMiniType>(schema: S, sentence: () => string) =>
  z.pipe(
    z.transform((input: unknown, { issues }) => {
      if (!schema.safeParse(input).success) issues.push({ code: 'custom', message: sentence(), input })
      return input
    }),
    schema,
  )

/** A record of any entity in an answer; the API description refers to the schema of that entity. */
export const storedRecord = (entity: string) =>
  z
    .custom<StoredRecord>((value) => typeof value === 'object' && value !== null)
    .check(z.meta({ component: entity }))

/** An object whose members are checked elsewhere, by the rules of an entity. */
export const anyObject = (error: () => string, schema: object = {}) =>
  z.custom<Record<string, unknown>>(isObject, { error }).check(z.meta({ type: 'object', ...schema }))

/** A check of the whole object that also runs when a member is wrong, so that all problems are reported together. */
export const alsoCheckedBy = (problemsIn: (value: Record<string, unknown>) => readonly FieldProblem[]) =>
  z.check<Record<string, unknown>>(
    ({ value, issues }) => {
      for (const { field, message } of problemsIn(value))
        issues.push({ code: 'custom', path: [field], message, input: value })
    },
    { when: ({ value }) => isObject(value) },
  )
