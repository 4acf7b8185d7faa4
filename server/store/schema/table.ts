import type { ComputedDay } from '#domain/catalogue/stored/tables.ts'
import type { Column } from '#domain/catalogue/field.ts'

/** A table as plain data, the same for both databases, so that it can be compared, stored and created. */
export interface Table {
  name: string
  columns: TableColumn[]
  primaryKey: string[]
  indexes: Index[]
  foreignKeys: ForeignKey[]
  /** Whether there is a trigram index on `search_text`, for substring search in large tables. */
  search: boolean
  /** Whether triggers prevent changing or deleting its rows. */
  appendOnly?: true
}

export interface TableColumn extends Omit<Column, 'type' | 'inHundredths'> {
  name: string
  type: ColumnType
  notNull: boolean
  /** A generated column; never written. */
  computed?: ComputedDay
}

export type ColumnType = Column['type'] | 'bytes'

export interface Index {
  name: string
  columns: string[]
  unique: boolean
  /** A partial index on rows where the first column is not null; cheap if it usually is. */
  onlyFilled?: true
  /** A partial index on rows where another column is not null. */
  whereFilled?: string
}

export interface ForeignKey {
  name: string
  columns: string[]
  table: string
  references: string[]
}

type ColumnOptions = Partial<Omit<TableColumn, 'name' | 'type'>> & {
  /** Never set: the type of the texts, where the code knows them and the database does not check them. */
  texts?: string
}

export const textsOf = <T extends string>(): { texts?: T } => ({})

/** A column as it was declared, so that the type of its cells is known. */
type Declared<N extends string, T extends ColumnType, O extends ColumnOptions> = TableColumn & {
  name: N
  type: T
} & O

export const text = <const N extends string, const O extends ColumnOptions>(
  name: N,
  options?: O,
): Declared<N, 'text', O> => ({ name, type: 'text', notNull: true, ...options }) as Declared<N, 'text', O>

export const integer = <const N extends string, const O extends ColumnOptions>(
  name: N,
  options?: O,
): Declared<N, 'integer', O> =>
  ({ name, type: 'integer', notNull: true, ...options }) as Declared<N, 'integer', O>

export const bytes = <const N extends string>(name: N): Declared<N, 'bytes', object> => ({
  name,
  type: 'bytes',
  notNull: true,
})

type TextsOf<C> = C extends { texts?: infer V extends string } ? V : string

type CellOf<C extends TableColumn> =
  | (C['type'] extends 'bytes'
      ? Uint8Array
      : C['type'] extends 'text'
        ? C extends { oneOf: readonly (infer V)[] }
          ? V
          : 'texts' extends keyof C
            ? TextsOf<C>
            : string
        : number)
  | (C extends { notNull: false } ? null : never)

/** The row of a table with these columns. */
export type RowOf<C extends TableColumn> = { [Each in C as Each['name']]: CellOf<Each> }

export const indexOn = (table: string, columns: string[], unique = false): Index => {
  const named = (words: string): string => `${table}_${words}${unique ? '_key' : '_idx'}`
  const full = named(columns.join('_'))
  const short = named(`${columns[0]}_and_${columns.length - 1}_more`)
  return { name: full.length <= maxNameLength ? full : short, columns, unique }
}

/** PostgreSQL truncates longer names, which would then not be found. */
const maxNameLength = 63
