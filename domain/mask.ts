import type { Entity, RecordValues } from './catalogue/entity.ts'
import type { FieldProblem } from './problem.ts'

const dot = '•'

/** What is sensitive, as far as it takes to recognise it. What is masked already stays as it is. */
export const mask = (text: string): string =>
  text.length < 5 ? dot.repeat(text.length) : text.slice(0, 2) + dot.repeat(text.length - 4) + text.slice(-2)

/** The same record with these fields masked. */
export function maskFields<Values extends Readonly<RecordValues>>(
  values: Values,
  fields: readonly string[],
): Values {
  const filled = fields.filter((name) => values[name])
  if (filled.length === 0) return values
  return { ...values, ...Object.fromEntries(filled.map((name) => [name, mask(String(values[name]))])) }
}

const sensitive = new WeakMap<Entity, readonly string[]>()

/** Worked out once: it is asked for every row of an import. */
export function sensitiveFields(entity: Entity): readonly string[] {
  const known = sensitive.get(entity)
  if (known) return known
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]!.sensitive)
  sensitive.set(entity, names)
  return names
}

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(dot)

/**
 * Whether this gives a value to what its author sees masked. It is written whatever was there: told that nothing changed, they
 * would know that they guessed right.
 */
export const writesUnseen = (hidden: readonly string[], given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  hidden.some((name) => {
    const value = (given as RecordValues)[name]
    return value !== null && value !== undefined && value !== '' && !isMasked(value)
  })

/** A form, or a file, sends back what it was shown: what is still masked stays as it is, and nothing masked is ever saved. */
export function unmask(
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  current: Readonly<RecordValues>,
): { given: Readonly<Record<string, unknown>>; problems: FieldProblem[] } {
  const masked = sensitiveFields(entity).filter((field) => isMasked(given[field]))
  if (masked.length === 0) return { given, problems: [] }
  const wrong = masked.filter((field) => given[field] !== mask(String(current[field] ?? '')))
  return {
    given: { ...given, ...Object.fromEntries(masked.map((field) => [field, current[field] ?? null])) },
    problems: wrong.map((field) => ({
      field,
      message: `${entity.fields[field]!.label} is masked: type it in full`,
    })),
  }
}
