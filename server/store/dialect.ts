import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Place } from '#domain/access/rights.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ColumnType, Index, Table } from './table.ts'

export type Row = Record<string, Cell>
/** Table names come from the catalogue at run time, so the types stop at "a row of cells". */
export type Tables = Record<string, Row>
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** What rows that exist already get in a new column that must not be empty. */
export type Fill = Record<string, string | number>

/** What a driver's error means, in words of ours. */
export type StoreFailure =
  | { kind: 'duplicate'; index: string }
  | { kind: 'reference' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' } // lost while it was being committed: it may have lasted
  | { kind: 'damaged' }
  | { kind: 'again' } // a deadlock or a lost race: the same work may pass when tried again
  | { kind: 'full' }
  | { kind: 'slow' }
  | { kind: 'unreadable' }

/** A table as the database really has it. */
export interface FoundTable {
  name: string
  columns: { name: string; type: string; notNull: boolean }[]
  indexes: Pick<Index, 'name'>[]
  /** Whether its search index is whole; not said where search can do without one. */
  search?: boolean
  /** Whether the database refuses to change or delete its rows. */
  appendOnly?: boolean
}

/** A part of a WHERE clause, whose values are known apart from its text, so that the text can be put together once. */
export interface Condition {
  /** The same for all conditions that differ in their values only. */
  shape: string
  parameters: readonly Cell[]
  test: () => RawBuilder<SqlBool>
  /** The same as a question to an index that knows all at once, where the test is better asked of each row by itself. */
  together?: Condition
  /** The same, for a record that is found by its key: fewer rows are read for it than for a list. */
  ofOne?: Condition
  /** The same as several that no record meets two of. */
  apart?: readonly (Condition & { column?: string })[]
  /** Where other rows name the records that meet it. */
  named?: Named
  /** What is true of all that meet it: that a column has one value. */
  inside?: Inside
  /** The places it keeps to, for whoever is told of it. */
  places?: readonly Place[]
}

export interface Named {
  /** The rows that name them, and the values in their text. */
  rows: () => RawBuilder<unknown>
  parameters: readonly Cell[]
  /** What leads from those rows to the records. */
  index: string
  /** The same condition, tested record by record along an order: better where those rows are very many. */
  walked: Condition
}

export interface Inside extends Condition {
  column: string
}

/** Above this many matches, walking the sorted index and testing each row beats collecting all matches and sorting them. */
export const manyMatches = 5000

/** Everything that differs between the two databases; nothing else in the house knows which one it talks to. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
  columnType: (type: ColumnType) => string
  createTable: (table: Table) => string[]
  dropTable: (table: Table) => string[]
  alterTable: (before: Table, after: Table, fill: Fill) => string[]
  explain: (error: unknown) => StoreFailure | undefined
  inspect: (db: Db) => Promise<FoundTable[]>
  /** One process at a time, whichever instance it runs in. */
  withMigrationLock: <T>(db: Db, work: () => Promise<T>, onWait?: () => void) => Promise<T>
  /** Wraps one migration, for what a database must have switched off around it. */
  aroundMigration: (db: Db, work: () => Promise<void>) => Promise<void>
  /** Run first inside the transaction of each migration. */
  migrationPrelude: readonly string[]
  /** Run once the tables are as they should be, at every start. */
  afterMigration: readonly string[]
  /** From here on references are looked at when the work is done: a code and all that repeat it change one after the other. */
  referencesAtEnd: string
  /** The end of that: what follows is looked at as it is written again. */
  referencesAtOnce: string
  /** About how many rows a table has, found in a moment. */
  aboutRows: (db: Db, table: string) => Promise<number>
  /** Added to a read of referenced rows, so that they cannot be deleted before the save that read them ends. */
  shareLock: string
  /** Added to the read of a row that is about to be changed. */
  updateLock: string
  /** A whole record as JSON text, under its names on the wire, some of it masked; only where that is faster than here. */
  jsonOfRow?: (entity: Entity, masked: readonly string[]) => RawBuilder<string>
  /** The text of a column as `foldText` folds it. */
  folded: (column: RawBuilder<unknown>) => RawBuilder<string>
  /** One value of a record that a column keeps as JSON, as text. */
  valueIn: (column: string, name: string) => RawBuilder<string | null>
  /** The same for a name of ours, which stands in the text of the statement and is no parameter of it. */
  memberOf: (column: string, name: string) => RawBuilder<string | null>
  listContains: (column: string, value: string) => RawBuilder<SqlBool>
  /** Loads many rows that have the same columns; only where there is a faster way than to insert them. */
  copyRows?: (tx: Tx, table: string, rows: readonly Row[]) => Promise<void>
  /** Whether it starts by itself from the smaller side when rows are asked for that have a counterpart elsewhere. */
  startsFromFewer: boolean
  /** Whether it runs inside this process: a look into an index is cheap there, but nobody is served while it reads. */
  isEmbedded: boolean
  /** Whether it joins lists that are sorted alike by reading each only as far as it must. */
  mergesSorted: boolean
  /** Tests that together hold for all rows, each for so few that they are read in a moment; only where others must wait. */
  slices?: (db: Db, entity: Entity) => Promise<Condition[]>
  /** How far each way to a page of a search is tried before the next (`search-ways.ts`); no matches where it counts them first. */
  searchLimits: { matches?: number; rows: number }
  /** Which rows hold this (folded) part of a word. */
  searchCondition: (db: Db, entity: Entity, needle: string) => Promise<Condition>
  /** What takes the search index of a table away and makes it anew: far less work than changing it row by row. */
  remakeSearch: (table: Table) => { drop: string[]; make: string[] }
  /** Some rows, up to so many, that hold all (folded) parts of any of the groups. */
  holdsAnyGroup: (entity: Entity, groups: readonly (readonly string[])[], most: number) => RawBuilder<SqlBool>
}
