import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field, Value } from '#domain/catalogue/field.ts'
import { readDigits } from '#domain/catalogue/reading/read-digits.ts'
import { t } from '#domain/messages/t.ts'
import { countCharacters, tidyText } from '#domain/text.ts'
import type { Typed, TypedValues } from './typed.ts'

export const isEditable = (field: Field): boolean => field.presence !== 'generated' && !field.byAction

export const editableFields = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => isEditable(field))

export function blankValues(entity: Entity): TypedValues {
  return Object.fromEntries(
    editableFields(entity).map(([name, field]) => [name, field.reference?.many ? [] : '']),
  )
}

/** A record in the format of the form. */
export function typedValues(entity: Entity, record: StoredRecord): TypedValues {
  const typed = editableFields(entity).map(
    ([name, field]) => [name, typedValue(field, record[name])] as const,
  )
  return Object.fromEntries(typed)
}

/** A stored value as it is typed. */
export function typedValue(field: Field, value: Value | undefined = null): Typed {
  if (Array.isArray(value)) return value
  // An amount is shown with its currency, and typed without.
  return field.typedIn.as === 'number' ? String(value ?? '') : field.show(value)
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
  const { whenWrong, maxLength: max } = field.typedIn
  if (!whenWrong || typeof value !== 'string' || value.trim() === '') return { value }
  if (whenWrong === 'clear') {
    const reading = readDigits(field, value)
    return 'problem' in reading ? { value: '', problem: reading.problem } : { value }
  }
  if (max === undefined || countCharacters(tidyText(value)) <= max) return { value }
  const problem = t('{label} should not exceed {max} characters', { label: t(field.label), max })
  return { value: [...value].slice(0, max).join(''), problem }
}
