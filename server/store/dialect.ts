import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { TerritoryNode } from '#domain/access/rights.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ColumnType, ForeignKey, Index, Table, TableColumn } from './schema/table.ts'
import type { Tables } from './tables/tables.ts'
import type { Trigger } from './trigger.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Row = Record<string, Cell>
/** For code that walks the catalogue: the names of tables and columns are known at run time only. */
export type DynamicDb = Kysely<Record<string, Row>>

export const dynamic = (db: Db): DynamicDb => db as unknown as DynamicDb

/** Values of existing rows, by column: for a new column, or for one that may no longer be empty. */
export type Fill = Record<string, string | number>

/** The meaning of a driver's error. */
export type StoreFailure =
  | { kind: 'duplicate'; index: string }
  | { kind: 'reference' }
  | { kind: 'unavailable'; hasMoved?: true } // moved: the server is read-only, as a former primary is; a new connection may lead to the new one
  | { kind: 'unknown' } // the connection was lost during the commit, which may have succeeded
  | { kind: 'damaged' }
  | { kind: 'again' } // a deadlock or a serialization failure: a retry may succeed
  | { kind: 'full' }
  | { kind: 'slow' }
  | { kind: 'unreadable' }

/** A table as it exists in the database. */
export interface ActualTable {
  name: string
  columns: { name: string; type: string; notNull: boolean }[]
  indexes: Pick<Index, 'name'>[]
  /** Whether its search index is complete; undefined if search needs none. */
  search?: boolean
  /** Whether triggers prevent changing or deleting its rows. */
  appendOnly?: boolean
}

/** A part of a WHERE clause with its parameters separate from its text, so that the statement can be prepared once. */
export interface Condition {
  /** The same for all conditions that differ only in their parameters. */
  cacheKey: string
  parameters: readonly Cell[]
  test: () => RawBuilder<SqlBool>
  /** The same condition as an index lookup, where `test` is a check of each row. */
  indexForm?: Condition
  /** The same condition as a union of parts that have no record in common. */
  disjointParts?: readonly DisjointPart[]
  /** The same condition as a union of parts that may overlap, each of which an index answers without reading the records. */
  unionParts?: readonly Condition[]
  /** An equality with one column that is true of all matching records. */
  partition?: Partition
  /** The places it is limited to, for display. */
  places?: readonly TerritoryNode[]
}

/** A disjoint part of a condition; if `column` is set, the column has the same value in all its rows. */
export type DisjointPart = Condition & { column?: string }

export interface Partition extends Condition {
  column: string
}

/** How the rows of the change log are numbered, and how a reader finds those it has not seen (`changes/change-log.ts`). */
export interface ChangeLogDialect {
  /** Inserts rows, passed as JSON text `[[subject, key], …]`, with the number of their transaction. */
  insert: (rows: string) => RawBuilder<unknown>
  /** Which transactions the reader sees, as text; read before what the reader reads. */
  position: RawBuilder<string>
  /** Which database the numbers belong to: they cannot be compared with those of another. */
  origin: RawBuilder<string>
  /** Rows of transactions that a reader at that position did not see. */
  since: (position: string) => RawBuilder<SqlBool>
  /** Rows of transactions that a reader at that position saw. */
  until: (position: string) => RawBuilder<SqlBool>
}

/** Above this many matches, an ordered index scan that tests each row beats collecting all matches and sorting them. */
export const manyMatches = 5000

export interface BriefChange {
  /** Tables that other transactions cannot write to meanwhile. */
  written: readonly string[]
  /** Tables that other transactions cannot use meanwhile. */
  used: readonly string[]
  /** Runs first in the transaction, without these locks. */
  prepare: (tx: Tx) => Promise<void>
  /** Takes milliseconds: reads and writes no rows. */
  statements: readonly string[]
}

/** Changes of tables that other instances read and write meanwhile: no other request waits longer than a second for them. */
export interface OnlineChanges {
  addColumn: (table: string, column: TableColumn, fill: string | number | undefined) => string[]
  addForeignKey: (table: string, key: ForeignKey) => string
  /**
   * Runs the statements in a transaction that locks these tables. It is rolled back and repeated until it gets all locks at once, because
   * statements that come later wait behind one that waits for a lock.
   */
  changeBriefly: (db: Db, change: BriefChange, onWait?: (tables: string) => void) => Promise<void>
  /** Builds an index beside writes, anew if a killed process left a part of it. */
  buildIndex: (db: Db, table: string, index: Index, onWait: () => void) => Promise<void>
  /** Runs first in a transaction that locks rows: it fails as slow instead of waiting long for others, who may wait for it. */
  batchPrelude: string
  /** Checks the rows that are older than a constraint. */
  validate: (db: Db, table: string, constraint: string) => Promise<void>
}

/** All differences between the two databases; no other code depends on which one is used. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
  columnType: (type: ColumnType) => string
  createTable: (table: Table) => string[]
  dropTable: (table: Table) => string[]
  alterTable: (before: Table, after: Table, fill: Fill) => string[]
  /** With everything whose name is derived from that of the table, except indexes and foreign keys. */
  renameTable: (table: Table, to: string) => string[]
  renameColumn: (table: Table, column: TableColumn, to: string) => string[]
  renameIndex: (table: string, index: Index, to: string) => string[]
  renameForeignKey: (table: string, name: string, to: string) => string[]
  explain: (error: unknown) => StoreFailure | undefined
  inspect: (db: Db) => Promise<ActualTable[]>
  hasTable: (db: Db, table: string) => Promise<boolean>
  /** From now on new connections are used: those that are open lead to a server that is no longer the primary. */
  renewConnections?: () => void
  /** Runs the work in one process at a time across all instances. */
  withMigrationLock: <T>(db: Db, work: () => Promise<T>, onWait?: () => void) => Promise<T>
  /** Only where several instances share the database. */
  online?: OnlineChanges
  /** Wraps one migration, for settings that have to be off during it. */
  aroundMigration: (db: Db, work: () => Promise<void>) => Promise<void>
  /** Throws if a row refers to a missing one; run at the end of the transaction of each migration. */
  checkReferences: (db: Db) => Promise<void>
  /** Runs first inside the transaction of each migration. */
  migrationPrelude: readonly string[]
  /** Runs after the migrations, at every start. */
  afterMigration: readonly string[]
  /** Defers foreign keys to the commit, so that a code and its references can be changed one after the other. */
  deferForeignKeys: string
  /** Checks foreign keys immediately again. */
  enforceForeignKeys: string
  /** A fast estimate of the number of rows of a table. */
  estimateRows: (db: Db, table: string) => Promise<number>
  /** The size of the database on disk, in bytes. */
  databaseSize: (db: Db) => Promise<number>
  createTrigger: (trigger: Trigger) => string[]
  dropTrigger: (trigger: Trigger) => string[]
  triggerNames: (db: Db) => Promise<string[]>
  /** Waits for transactions whose triggers depend on the day, and blocks new ones until this one ends. */
  lockDay: readonly string[]
  /** Appended to a read of referenced rows, so that they cannot be deleted before the save ends. */
  shareLock: (table: string) => string
  /** Appended to the read of a row that is about to be changed. */
  updateLock: string
  /** A whole record as JSON text with the field names of the API, some of it masked; only where that is faster. */
  jsonOfRow?: (entity: Entity, masked: readonly string[]) => RawBuilder<string>
  /** A column folded as `foldText` does. */
  folded: (column: RawBuilder<unknown>) => RawBuilder<string>
  /** One member of a JSON column, as text. */
  valueIn: (column: string, name: string) => RawBuilder<string | null>
  /** The same for a constant name, which becomes part of the statement instead of a parameter. */
  jsonMember: (column: string, name: string) => RawBuilder<string | null>
  listContains: (column: string, value: string) => RawBuilder<SqlBool>
  /** Loads many rows with the same columns; only where there is something faster than inserts. */
  copyRows?: (tx: Tx, table: string, rows: readonly Row[]) => Promise<void>
  /** Whether the planner starts a semi-join from the smaller side by itself. */
  reordersSemiJoins: boolean
  /** Whether it runs inside this process: index lookups are cheap, but a read blocks the event loop. */
  isEmbedded: boolean
  /** Whether it merges a union of sorted parts lazily without a limit on each part. */
  mergesLazily: boolean
  /** Runs reads on one snapshot, if a reader has one across statements. */
  readTogether: <T>(db: Db, work: (db: Db) => Promise<T>) => Promise<T>
  changeLog: ChangeLogDialect
  /** Lets a transaction change rows of an append-only table, and protects them again; others wait with their writes meanwhile. */
  unprotect: (table: string) => { before: string[]; after: string[] }
  /** Makes a transaction overwrite in the file what it deletes, also whole pages; only where the file is the database's own. */
  overwriteDeleted?: { before: string; after: string }
  /** Conditions that together match all rows, each for a part that is read quickly; only where reads block the event loop. */
  slices?: (db: Db, entity: Entity) => Promise<Condition[]>
  /** How far each search strategy is tried before the next (`search-strategies.ts`); no number, no such strategy. */
  searchLimits: { firstRows: number; matches?: number; start?: number }
  /** Matches rows that contain this folded substring. */
  searchCondition: (db: Db, entity: Entity, needle: string) => Promise<Condition>
  /** Drops and recreates the search index of a table, which is far less work than updating it row by row. */
  rebuildSearchIndex: (table: Table) => { drop: string[]; make: string[] }
  /** Matches up to `maxRows` rows that contain all folded substrings of any of the groups. */
  containsAnyGroup: (
    entity: Entity,
    groups: readonly (readonly string[])[],
    maxRows: number,
  ) => RawBuilder<SqlBool>
}
