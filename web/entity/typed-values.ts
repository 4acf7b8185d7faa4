import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { parseRecord, problemsOfAbsence } from '#domain/catalogue/parse-record.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { filledByServer } from './cascade.ts'
import type { Typed, TypedValues } from './typed.ts'

export const isAsked = (field: Field): boolean => field.presence !== 'generated'

const askedOf = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => isAsked(field))

export function blankValues(entity: Entity): TypedValues {
  return Object.fromEntries(askedOf(entity).map(([name, field]) => [name, field.reference?.many ? [] : '']))
}

/** A record as it would have been typed in. */
export function typedValues(entity: Entity, record: StoredRecord): TypedValues {
  const typed = askedOf(entity).map(([name, field]): [string, Typed] => {
    const value = record[name] ?? null
    return [name, Array.isArray(value) ? (value as string[]) : field.show(value)]
  })
  return Object.fromEntries(typed)
}

/** The fields of a record that have none yet. */
export const noneOf = (entity: Entity, record: StoredRecord): string[] =>
  askedOf(entity)
    .filter(([name, field]) => field.presence === 'noneYet' && (record[name] ?? null) === null)
    .map(([name]) => name)

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

/** What is sent: every asked field, read by its kind, and all that is wrong or missing. */
export function readTyped(entity: Entity, typed: TypedValues, none: ReadonlySet<string>): ReadValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([name]) => !none.has(name)))
  const { values, problems } = parseRecord(entity, given)
  const asked = Object.fromEntries(askedOf(entity).map(([name]) => [name, values[name] ?? null]))
  const known = new Set([...problems.map(({ field }) => field), ...filledByServer(entity, typed)])
  const absent = [...problemsOfAbsence(entity, values), ...problemsOfNone(entity, asked, none)]
  return { values: asked, problems: [...problems, ...absent.filter(({ field }) => !known.has(field))] }
}

function problemsOfNone(entity: Entity, values: RecordValues, none: ReadonlySet<string>): FieldProblem[] {
  return askedOf(entity)
    .filter(([name, { presence }]) => presence === 'noneYet' && values[name] === null && !none.has(name))
    .map(([name, { label }]) => ({ field: name, message: `${label} is required, or tick “none yet”` }))
}
