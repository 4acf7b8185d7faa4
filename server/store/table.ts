import type { DayAfter } from '#domain/catalogue/entity.ts'
import type { Column } from '#domain/catalogue/field.ts'

/** A table as both databases should have it: plain data, so that it can be compared, written down and carried out. */
export interface Table {
  name: string
  columns: TableColumn[]
  primaryKey: string[]
  indexes: Index[]
  foreignKeys: ForeignKey[]
  /** A trigram index over `search_text`, so that part of a word finds a record among a million. */
  search: boolean
  /** What stands in it stays: the database itself refuses to change or delete a row. */
  appendOnly?: true
}

export interface TableColumn extends Omit<Column, 'type' | 'inHundredths'> {
  name: string
  type: ColumnType
  notNull: boolean
  /** Worked out by the database from other columns; never written. */
  computed?: DayAfter
}

export type ColumnType = Column['type'] | 'bytes'

export interface Index {
  name: string
  columns: string[]
  unique: boolean
  /** Holds only rows whose first column has a value: costs nothing where it seldom has one. */
  onlyFilled?: true
}

export interface ForeignKey {
  name: string
  columns: string[]
  table: string
  references: string[]
}

export const text = (name: string, options: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type: 'text',
  notNull: true,
  ...options,
})

export const integer = (name: string, options: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type: 'integer',
  notNull: true,
  ...options,
})

export const indexOn = (table: string, columns: string[], unique = false): Index => {
  const named = (words: string): string => `${table}_${words}${unique ? '_key' : '_idx'}`
  const full = named(columns.join('_'))
  const short = named(`${columns[0]}_and_${columns.length - 1}_more`)
  return { name: full.length <= longestName ? full : short, columns, unique }
}

/** PostgreSQL cuts what is longer, and would not find it again. */
const longestName = 63
