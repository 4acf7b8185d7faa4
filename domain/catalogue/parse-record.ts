import { metaNames, type Entity, type RecordValues } from './entity.ts'
import { notAnObject, type FieldProblem } from '../problem.ts'
import { t } from '../messages/t.ts'
import { readField } from './reading/read-field.ts'

interface ParsedRecord {
  values: RecordValues
  problems: FieldProblem[]
}

export const isBlank = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0)

/**
 * The only validator, for every entity, on the server and in the browser. It reports all problems, not just the first.
 * It does not report missing values, because references may still fill them (see `checkRequired`).
 *
 * With `base` (an update), fields that the input omits keep their value. Values equal to `current` are not validated
 * again, so that a newer rule does not block changes of other fields.
 */
export function parseRecord(
  entity: Entity,
  input: unknown,
  base?: Readonly<RecordValues>,
  current = base,
): ParsedRecord {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { values: {}, problems: [notAnObject(t(entity.singular))] }
  }
  const remaining = new Map(Object.entries(input))
  const values: RecordValues = {}
  const problems: FieldProblem[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = remaining.get(name)
    const currentValue = current?.[name]
    const keepsValue = base && (!remaining.has(name) || field.presence === 'generated')
    remaining.delete(name)
    if (keepsValue) values[name] = base[name] ?? null
    else if (field.presence === 'generated' || isBlank(value)) values[name] = null
    else if (currentValue !== undefined && value === currentValue) values[name] = currentValue
    else {
      const reading = readField(field, value)
      if ('problem' in reading) problems.push({ field: name, message: reading.problem })
      values[name] = 'value' in reading ? reading.value : null
    }
  }
  if (base) for (const name of metaNames) remaining.delete(name)
  for (const name of remaining.keys()) {
    problems.push({
      field: name,
      message: t('{field} is not a field of {entity}', { field: name, entity: t(entity.singular) }),
    })
  }
  return { values, problems }
}

/** Dates that must not be in the future; a date that `current` already has is accepted. */
export function checkFutureDates(
  entity: Entity,
  values: Readonly<RecordValues>,
  today: string,
  current: Readonly<RecordValues> = {},
): FieldProblem[] {
  return Object.entries(entity.fields).flatMap(([name, { latest, label }]) => {
    const value = values[name]
    const isLater = latest === 'today' && typeof value === 'string' && value > today
    return isLater && value !== current[name]
      ? [{ field: name, message: t('{label} should not be later than today', { label: t(label) }) }]
      : []
  })
}

export function checkRequired(entity: Entity, values: Readonly<RecordValues>): FieldProblem[] {
  const labelOf = (name: string): string => t(entity.fields[name]!.label)
  const isAbsent = (name: string): boolean => (values[name] ?? null) === null
  const required = Object.entries(entity.fields)
    .filter(([name, { presence }]) => presence === 'required' && values[name] === null)
    .map(([field]) => ({ field, message: t('{label} is required', { label: labelOf(field) }) }))
  const needed = Object.entries(entity.needs)
    .filter(([name, other]) => !isAbsent(name) && isAbsent(other))
    .map(([name, field]) => ({
      field,
      message: t('{label} is required with {other}', { label: labelOf(field), other: labelOf(name) }),
    }))
  return [...required, ...needed]
}
