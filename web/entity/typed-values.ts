import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { parseRecord } from '#domain/catalogue/parse-record.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** What stands in a control: text, or the chosen ones of several. */
export type Typed = string | readonly string[]
export type TypedValues = Readonly<Record<string, Typed>>

export const isAsked = (field: Field): boolean => field.presence !== 'generated'

export function blankValues(entity: Entity): TypedValues {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => isAsked(field))
      .map(([name, field]) => [name, field.reference?.many ? [] : '']),
  )
}

interface Mended {
  value: Typed
  problem?: string
}

/** Follows what the field asks for when typing goes wrong: cut to the limit or cleared, with its sentence. */
export function mend(field: Field, value: Typed): Mended {
  const { whenWrong, maxLength } = field.typedIn
  if (!whenWrong || typeof value !== 'string' || value.trim() === '') return { value }
  const reading = field.read(value)
  if (!('problem' in reading)) return { value }
  const kept = whenWrong === 'clear' ? '' : [...value].slice(0, maxLength).join('')
  return { value: kept, problem: reading.problem }
}

interface ReadValues {
  values: RecordValues
  problems: readonly FieldProblem[]
}

/** What is sent: every asked field, read by its kind. What is missing is left for the server, which may fill it. */
export function readTyped(entity: Entity, typed: TypedValues, none: ReadonlySet<string>): ReadValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([name]) => !none.has(name)))
  const { values, problems } = parseRecord(entity, given)
  const asked = Object.entries(values).filter(([name]) => isAsked(entity.fields[name]!))
  return { values: Object.fromEntries(asked), problems }
}
