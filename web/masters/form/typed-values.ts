import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { parseRecord, checkRequired } from '#domain/catalogue/parse-record.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { filledByServer } from './cascade.ts'
import type { Typed, TypedValues } from './typed.ts'
import { t } from '#domain/messages/t.ts'

export const isEditable = (field: Field): boolean => field.presence !== 'generated'

const editableFields = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => isEditable(field))

export function blankValues(entity: Entity): TypedValues {
  return Object.fromEntries(
    editableFields(entity).map(([name, field]) => [name, field.reference?.many ? [] : '']),
  )
}

/** A record in the format of the form. */
export function typedValues(entity: Entity, record: StoredRecord): TypedValues {
  const typed = editableFields(entity).map(([name, field]): [string, Typed] => {
    const value = record[name] ?? null
    return [name, Array.isArray(value) ? value : field.show(value)]
  })
  return Object.fromEntries(typed)
}

/** The fields of a record that are marked "none yet". */
export const noneOf = (entity: Entity, record: StoredRecord): string[] =>
  editableFields(entity)
    .filter(([name, field]) => field.presence === 'noneYet' && (record[name] ?? null) === null)
    .map(([name]) => name)

interface LimitedValue {
  value: Typed
  problem?: string
}

/** Applies the field's rule for invalid input while typing: truncates or clears the value, with the message. */
export function limitTyped(field: Field, value: Typed): LimitedValue {
  const { whenWrong, maxLength } = field.typedIn
  if (!whenWrong || typeof value !== 'string' || value.trim() === '') return { value }
  const reading = field.read(value)
  if (!('problem' in reading)) return { value }
  const limited = whenWrong === 'clear' ? '' : [...value].slice(0, maxLength).join('')
  return { value: limited, problem: reading.problem }
}

interface ReadValues {
  values: RecordValues
  problems: readonly FieldProblem[]
}

/** Parses all editable fields for saving, and lists everything that is wrong or missing. */
export function readTyped(entity: Entity, typed: TypedValues, none: ReadonlySet<string>): ReadValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([name]) => !none.has(name)))
  const { values, problems } = parseRecord(entity, given)
  const editable = Object.fromEntries(editableFields(entity).map(([name]) => [name, values[name] ?? null]))
  const known = new Set([...problems.map(({ field }) => field), ...filledByServer(entity, typed)])
  const absent = [...checkRequired(entity, values), ...missingNoneYet(entity, editable, none)]
  return { values: editable, problems: [...problems, ...absent.filter(({ field }) => !known.has(field))] }
}

function missingNoneYet(entity: Entity, values: RecordValues, none: ReadonlySet<string>): FieldProblem[] {
  return editableFields(entity)
    .filter(([name, { presence }]) => presence === 'noneYet' && values[name] === null && !none.has(name))
    .map(([name, { label }]) => ({
      field: name,
      message: t('{label} is required, or select “none yet”', { label: t(label) }),
    }))
}
