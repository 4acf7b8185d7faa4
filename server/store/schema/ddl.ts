import type { ForeignKey, Index, Table, TableColumn } from './table.ts'

/** SQL common to both databases; the differences are passed in. Names and values come from the catalogue, never from a user. */
export interface DdlDialect {
  columnType: (type: TableColumn['type']) => string
  /** Added to the columns of every table. */
  extraColumns: readonly string[]
  primaryKey: (columns: readonly string[]) => string
  foreignKeySuffix: string
  /** A day, stored as text, as days since 1970. */
  dayNumber: (column: string) => string
  /** Whether a generated column is stored or virtual. */
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

export function columnSql(dialect: DdlDialect, column: TableColumn): string {
  const typed = `${quote(column.name)} ${dialect.columnType(column.type)}`
  if (column.computed) {
    const { day, plus } = column.computed
    return `${typed} generated always as (${dialect.dayNumber(quote(day))} + ${quote(plus)}) ${dialect.computedIs}`
  }
  return `${typed}${column.notNull ? ' not null' : ''}`
}

export const checkName = (table: string, column: Pick<TableColumn, 'name'>): string =>
  `${table}_${column.name}_check`

export function foreignKeySql(dialect: DdlDialect, key: ForeignKey): string {
  return `constraint ${quote(key.name)} foreign key (${quoteAll(key.columns)}) references ${quote(key.table)} (${quoteAll(key.references)})${dialect.foreignKeySuffix}`
}

export function createTableSql(dialect: DdlDialect, table: Table, name = table.name): string {
  const lines = [
    ...dialect.extraColumns,
    ...table.columns.map((column) => columnSql(dialect, column)),
    dialect.primaryKey(table.primaryKey),
    ...table.columns.flatMap((column) => {
      const check = checkOf(column)
      return check ? [`constraint ${quote(checkName(table.name, column))} check (${check})`] : []
    }),
    ...table.foreignKeys.map((key) => foreignKeySql(dialect, key)),
  ]
  return `create table ${quote(name)} (\n  ${lines.join(',\n  ')}\n)`
}

export function createIndexSql(table: string, index: Index): string {
  const filledColumn = index.onlyFilled ? index.columns[0] : index.whereFilled
  const filled = filledColumn === undefined ? '' : ` where ${quote(filledColumn)} is not null`
  return `create ${index.unique ? 'unique ' : ''}index ${quote(index.name)} on ${quote(table)} (${quoteAll(index.columns)})${filled}`
}

export function addedColumns(before: Table, after: Table): TableColumn[] {
  const known = new Set(before.columns.map((column) => column.name))
  return after.columns.filter((column) => !known.has(column.name))
}

/** The statements that drop and create the indexes that differ. */
export function changedIndexes(before: Table, after: Table): { drop: string[]; create: string[] } {
  const text = (index: object): string => JSON.stringify(index)
  const oldIndexes = before.indexes.map(text)
  const newIndexes = after.indexes.map(text)
  return {
    drop: before.indexes
      .filter((index) => !newIndexes.includes(text(index)))
      .map((index) => `drop index ${quote(index.name)}`),
    create: after.indexes
      .filter((index) => !oldIndexes.includes(text(index)))
      .map((index) => createIndexSql(after.name, index)),
  }
}
