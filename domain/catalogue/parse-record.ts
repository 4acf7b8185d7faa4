import type { Value } from './field.ts'
import { metaNames, type Entity, type RecordValues } from './entity.ts'
import { problemOfShape, type FieldProblem } from '../problem.ts'

interface ParsedRecord {
  values: RecordValues
  problems: FieldProblem[]
}

const isBlank = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0)

/**
 * The one validator, for every entity and on both sides. It reports every problem, never just the first. What is
 * missing is not its business: a reference may still fill a gap (see `problemsOfAbsence`).
 *
 * With `base`, fields that the input does not mention keep their value: the rule of an update. What is sent as it stands
 * in `current` is not checked again: a rule that came later should not keep people from changing something else.
 */
export function parseRecord(
  entity: Entity,
  input: unknown,
  base?: Readonly<RecordValues>,
  current = base,
): ParsedRecord {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { values: {}, problems: [problemOfShape(entity.singular)] }
  }
  const given = new Map(Object.entries(input))
  const values: RecordValues = {}
  const problems: FieldProblem[] = []
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = given.get(name)
    const kept = base && (!given.has(name) || field.presence === 'generated')
    given.delete(name)
    if (kept) values[name] = base[name] ?? null
    else if (field.presence === 'generated' || isBlank(value)) values[name] = null
    else if (current && value === current[name]) values[name] = value as Value
    else {
      const reading = field.read(value)
      if ('problem' in reading) problems.push({ field: name, message: reading.problem })
      values[name] = 'value' in reading ? reading.value : null
    }
  }
  if (base) for (const name of metaNames) given.delete(name)
  for (const name of given.keys()) {
    problems.push({ field: name, message: `${name} is not a field of ${entity.singular}` })
  }
  return { values, problems }
}

/** What lies in the future and may not; what stands in `current` already may stay. */
export function problemsOfFuture(
  entity: Entity,
  values: Readonly<RecordValues>,
  today: string,
  current: Readonly<RecordValues> = {},
): FieldProblem[] {
  return Object.entries(entity.fields).flatMap(([name, { latest, label }]) => {
    const value = values[name]
    const isLater = latest === 'today' && typeof value === 'string' && value > today
    return isLater && value !== current[name]
      ? [{ field: name, message: `${label} should not be later than today` }]
      : []
  })
}

export function problemsOfAbsence(entity: Entity, values: Readonly<RecordValues>): FieldProblem[] {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.presence === 'required' && values[name] === null
      ? [{ field: name, message: `${field.label} is required` }]
      : [],
  )
}
