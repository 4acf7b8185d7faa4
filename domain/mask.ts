import type { Entity, RecordValues } from './catalogue/entity.ts'

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

export const sensitiveFields = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.sensitive)

export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(dot)
