import type { SQLInputValue } from 'node:sqlite'

/** The parameters of a statement, checked to be values that SQLite can bind. */
export function boundValues(parameters: readonly unknown[]): SQLInputValue[] {
  const values = parameters.filter(isBindable)
  if (values.length < parameters.length) throw new TypeError('A parameter is not a value of SQLite')
  return values
}

const isBindable = (value: unknown): value is SQLInputValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  value === null ||
  typeof value === 'bigint' ||
  ArrayBuffer.isView(value)
