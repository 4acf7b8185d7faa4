import type { Entity, RecordValues } from './catalogue/entity.ts'
import type { FieldProblem } from './problem.ts'
import { showPlain } from './catalogue/field.ts'
import { perEntity } from './catalogue/per-entity.ts'
import { t } from './messages/t.ts'

const dot = '•'

/** Keeps the first and last two characters. Masking a masked text returns it unchanged. */
export const mask = (text: string): string =>
  text.length < 5 ? dot.repeat(text.length) : text.slice(0, 2) + dot.repeat(text.length - 4) + text.slice(-2)

/** A copy of the record with these fields masked. */
export function maskFields<Values extends Readonly<RecordValues>>(
  values: Values,
  fields: readonly string[],
): Values {
  const filled = fields.filter((name) => values[name])
  if (filled.length === 0) return values
  return {
    ...values,
    ...Object.fromEntries(filled.map((name) => [name, mask(showPlain(values[name] ?? null))])),
  }
}

/** Cached: called for every row of an import. */
export const sensitiveFields = perEntity((entity): readonly string[] =>
  Object.keys(entity.fields).filter((name) => entity.fields[name]!.sensitive),
)

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(dot)

/**
 * Whether the input sets a field that the author sees masked. Such a field is always written: reporting "nothing changed"
 * would confirm a correct guess.
 */
export function writesMaskedField(hidden: readonly string[], given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const values: Readonly<Record<string, unknown>> = { ...given }
  return hidden.some((name) => {
    const value = values[name]
    return value !== null && value !== undefined && value !== '' && !isMasked(value)
  })
}

/** Replaces masked values in the input by the stored ones, so that a masked value is never saved. */
export function unmask(
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  current: Readonly<RecordValues>,
): { given: Readonly<Record<string, unknown>>; problems: FieldProblem[] } {
  const masked = sensitiveFields(entity).filter((field) => isMasked(given[field]))
  if (masked.length === 0) return { given, problems: [] }
  const wrong = masked.filter((field) => given[field] !== mask(showPlain(current[field] ?? null)))
  return {
    given: { ...given, ...Object.fromEntries(masked.map((field) => [field, current[field] ?? null])) },
    problems: wrong.map((field) => ({
      field,
      message: t('{label} is masked: enter it in full', { label: t(entity.fields[field]!.label) }),
    })),
  }
}
