import * as z from 'zod/mini'
import type { EntityName, RecordNamed } from '../catalogue/catalogue.ts'
import { parseDay } from '../dates/dates.ts'
import { notAnObject, type FieldProblem } from '../problem.ts'
import type { ReadResult, Value } from '../catalogue/field.ts'
import { t } from '../messages/t.ts'
import { capitalise } from '../text.ts'

// Schemas that several endpoints use, with the sentences that a reader of a refused request sees.

/** Stands for the unknown member in the sentence of an issue, which may be about several: `readInput` puts each in its place. */
export const unknownKey = '{key}'

/** An object with exactly these members; `noun` completes "… is not a field of …" and, capitalised, "… should be an object with fields". */
export const fieldsOf = <S extends z.core.$ZodLooseShape>(
  noun: string,
  shape: S,
): z.ZodMiniObject<S, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? t('{key} is not a field of {noun}', { key: unknownKey, noun: t(noun) })
        : notAnObject(capitalise(t(noun))).message,
  })

/** The parameters of a query. */
export const parameters = <S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S, z.core.$strict> =>
  z.strictObject(shape, { error: () => t('{key} is not supported here', { key: unknownKey }) })

export const text = z.string()
export const dateTime = z.string().check(z.meta({ format: 'date-time' }))
export const count = z.int()

/** Text that is not blank, without spaces around it. */
export const requiredText = (label: string) => {
  const error = (): string => t('{label} is required', { label: t(label) })
  return z.string({ error }).check(z.trim(), z.minLength(1, { error }))
}

export const flag = (label: string) =>
  z.boolean({ error: () => t('{label} should be true or false', { label: t(label) }) })

export const wholeNumber = (label: string, min: number, max: number) => {
  const error = (): string =>
    t('{label} should be a whole number from {min} to {max}', { label: t(label), min, max })
  return z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error }))
}

/** Text that `read` understands; otherwise the request is refused with the sentence. */
export const readWith = <T>(read: (typed: string) => T | undefined, sentence: () => string) =>
  z.pipe(
    z.string({ error: sentence }),
    z.transform((typed: string, issues): T => {
      const value = read(typed.trim())
      if (value !== undefined) return value
      issues.issues.push({ code: 'custom', message: sentence(), input: typed })
      return z.NEVER
    }),
  )

/** A calendar day, in the notation of the database or of the screens. */
export const day = (label: string) =>
  readWith(parseDay, () => t('{label} should be a date like 31/12/2026', { label: t(label) }))

export const oneOf = <const V extends readonly string[]>(label: string, values: V) =>
  z.enum(values, {
    error: () => t('{label} should be one of {values}', { label: t(label), values: values.join(', ') }),
  })

export const itemsOf = <S extends z.ZodMiniType>(item: S) => z.strictObject({ items: z.array(item) })

/** A record of an entity in an answer; the API description refers to the schema of the entity. */
export const recordOf = <N extends EntityName>(name: N) =>
  z
    .custom<RecordNamed<N> & { id: string }>((value) => typeof value === 'object' && value !== null)
    .check(z.meta({ component: name }))

export const described = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.describe(description)) as S

/** A check of the whole object, for rules that the web app uses as well. */
export const checkedBy = <T>(problemsIn: (value: T) => readonly FieldProblem[]) =>
  z.check<T>(({ value, issues }) => {
    for (const { field, message } of problemsIn(value))
      issues.push({ code: 'custom', path: [field], message, input: value })
  })

/** A value that a reader of the catalogue understands. */
export const readBy = <T extends Value>(read: (input: unknown) => ReadResult<T>) =>
  z.pipe(
    z.unknown(),
    z.transform((input: unknown, { issues }): T => {
      const reading = read(input)
      if ('value' in reading) return reading.value
      issues.push({ code: 'custom', message: reading.problem, input })
      return z.NEVER
    }),
  )
