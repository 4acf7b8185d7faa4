import type { ForeignKey, Index, Table, TableColumn } from './table.ts'

/** SQL that both databases understand alike; what differs is passed in. Names and values come from the catalogue, never from a user. */
export interface DdlWords {
  columnType: (type: TableColumn['type']) => string
  /** Added to the column list of every table. */
  extraColumns: readonly string[]
  primaryKey: (columns: readonly string[]) => string
  foreignKeySuffix: string
  /** A day, kept as text, as its number since 1970. */
  dayNumber: (column: string) => string
  /** Whether a computed column is kept, or only its indexes are. */
  computedIs: 'stored' | 'virtual'
}

export const quote = (name: string): string => `"${name}"`
const quoteAll = (names: readonly string[]): string => names.map(quote).join(', ')
export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

export function checkOf(column: TableColumn): string | undefined {
  const name = quote(column.name)
  const rules = [
    column.maxLength !== undefined && `length(${name}) <= ${column.maxLength}`,
    column.exactLength !== undefined && `length(${name}) = ${column.exactLength}`,
    column.oneOf && `${name} in (${column.oneOf.map(literal).join(', ')})`,
    column.min !== undefined && `${name} >= ${column.min}`,
    column.max !== undefined && `${name} <= ${column.max}`,
  ].filter(Boolean)
  return rules.length ? rules.join(' and ') : undefined
}

export function columnSql(words: DdlWords, column: TableColumn): string {
  const typed = `${quote(column.name)} ${words.columnType(column.type)}`
  if (column.computed) {
    const { day, plus } = column.computed
    return `${typed} generated always as (${words.dayNumber(quote(day))} + ${quote(plus)}) ${words.computedIs}`
  }
  return `${typed}${column.notNull ? ' not null' : ''}`
}

export const checkName = (table: string, column: TableColumn): string => `${table}_${column.name}_check`

export function foreignKeySql(words: DdlWords, key: ForeignKey): string {
  return `constraint ${quote(key.name)} foreign key (${quoteAll(key.columns)}) references ${quote(key.table)} (${quoteAll(key.references)})${words.foreignKeySuffix}`
}

export function createTableSql(words: DdlWords, table: Table, name = table.name): string {
  const lines = [
    ...words.extraColumns,
    ...table.columns.map((column) => columnSql(words, column)),
    words.primaryKey(table.primaryKey),
    ...table.columns.flatMap((column) => {
      const check = checkOf(column)
      return check ? [`constraint ${quote(checkName(table.name, column))} check (${check})`] : []
    }),
    ...table.foreignKeys.map((key) => foreignKeySql(words, key)),
  ]
  return `create table ${quote(name)} (\n  ${lines.join(',\n  ')}\n)`
}

export function createIndexSql(table: string, index: Index): string {
  const filled = index.onlyFilled ? ` where ${quote(index.columns[0]!)} is not null` : ''
  return `create ${index.unique ? 'unique ' : ''}index ${quote(index.name)} on ${quote(table)} (${quoteAll(index.columns)})${filled}`
}

export function addedColumns(before: Table, after: Table): TableColumn[] {
  const known = new Set(before.columns.map((column) => column.name))
  return after.columns.filter((column) => !known.has(column.name))
}

export function changedIndexes(before: Table, after: Table): string[] {
  const text = (index: object): string => JSON.stringify(index)
  const had = before.indexes.map(text)
  const has = after.indexes.map(text)
  return [
    ...before.indexes
      .filter((index) => !has.includes(text(index)))
      .map((index) => `drop index ${quote(index.name)}`),
    ...after.indexes
      .filter((index) => !had.includes(text(index)))
      .map((index) => createIndexSql(after.name, index)),
  ]
}
