import type { Fill } from '../dialect.ts'
import type { ForeignKey, Index, Table, TableColumn } from './table.ts'

/** One step of a migration as data: the same for both databases, and applied by each dialect. */
export type Operation =
  | { change: 'create table'; table: Table }
  | { change: 'drop table'; table: string }
  | { change: 'rename table'; table: string; to: string }
  | AlterOperation
  | RenameOperation
  | { change: 'data step'; step: string }
  /** Changes no table: says why versions from before the migration must not run beside it (`additive.ts`). */
  | { change: 'stop older versions'; because: string }
  | WholeTableOperation

/** Consecutive ones of the same table are applied together, because SQLite rebuilds the table for most of them. */
export type AlterOperation =
  /** `fill` is the value of existing rows, where the column is not null. */
  | { change: 'add column'; table: string; column: TableColumn; fill?: string | number }
  | { change: 'change column'; table: string; column: TableColumn; fill?: string | number }
  | { change: 'drop column'; table: string; column: string }
  | { change: 'add index'; table: string; index: Index }
  | { change: 'drop index'; table: string; index: string }
  | { change: 'add foreign key'; table: string; foreignKey: ForeignKey }
  | { change: 'drop foreign key'; table: string; foreignKey: string }
  | { change: 'set append-only'; table: string; to: boolean }
  | { change: 'set search'; table: string; to: boolean }

export type RenameOperation =
  | { change: 'rename column'; table: string; column: string; to: string }
  | { change: 'rename index'; table: string; index: string; to: string }
  | { change: 'rename foreign key'; table: string; foreignKey: string; to: string }

/** The form of the first nineteen migrations, which databases have applied. */
export type WholeTableOperation =
  | { change: 'create'; table: Table }
  | { change: 'alter'; before: Table; after: Table; fill: Fill }
  | { change: 'drop'; table: Table }

/** Applies a list of operations to a schema. */
export const applyOperations = (schema: readonly Table[], operations: readonly Operation[]): Table[] =>
  operations.reduce<Table[]>(applyOperation, [...schema])

export function applyOperation(schema: readonly Table[], operation: Operation): Table[] {
  switch (operation.change) {
    case 'create':
    case 'create table':
      return [...schema, operation.table]
    case 'drop':
      return schema.filter(({ name }) => name !== operation.table.name)
    case 'drop table':
      tableNamed(schema, operation.table)
      return schema.filter(({ name }) => name !== operation.table)
    case 'alter':
      return replace(schema, operation.after)
    case 'rename table':
      return renameTable(schema, operation.table, operation.to)
    case 'rename column':
      return renameColumn(schema, operation.table, operation.column, operation.to)
    case 'data step':
    case 'stop older versions':
      return [...schema]
    default:
      return replace(schema, alterTable(tableNamed(schema, operation.table), operation))
  }
}

export function tableNamed(schema: readonly Table[], name: string): Table {
  const table = schema.find((each) => each.name === name)
  if (!table) throw new Error(`There is no table ${name}`)
  return table
}

export function columnNamed(table: Table, name: string): TableColumn {
  return table.columns[indexNamed(table, table.columns, name)]!
}

const replace = (schema: readonly Table[], table: Table): Table[] =>
  schema.map((each) => (each.name === table.name ? table : each))

type AnyAlteration = AlterOperation | Exclude<RenameOperation, { change: 'rename column' }>

function alterTable(table: Table, operation: AnyAlteration): Table {
  switch (operation.change) {
    case 'add column':
      return { ...table, columns: add(table, table.columns, operation.column) }
    case 'change column':
      return {
        ...table,
        columns: table.columns.with(
          indexNamed(table, table.columns, operation.column.name),
          operation.column,
        ),
      }
    case 'drop column':
      return { ...table, columns: remove(table, table.columns, operation.column) }
    case 'add index':
      return { ...table, indexes: add(table, table.indexes, operation.index) }
    case 'drop index':
      return { ...table, indexes: remove(table, table.indexes, operation.index) }
    case 'rename index':
      return { ...table, indexes: rename(table, table.indexes, operation.index, operation.to) }
    case 'add foreign key':
      return { ...table, foreignKeys: add(table, table.foreignKeys, operation.foreignKey) }
    case 'drop foreign key':
      return { ...table, foreignKeys: remove(table, table.foreignKeys, operation.foreignKey) }
    case 'rename foreign key':
      return { ...table, foreignKeys: rename(table, table.foreignKeys, operation.foreignKey, operation.to) }
    case 'set append-only': {
      const { appendOnly: _, ...others } = table
      return operation.to ? { ...others, appendOnly: true } : others
    }
    case 'set search':
      return { ...table, search: operation.to }
  }
}

interface Named {
  name: string
}

function indexNamed(table: Table, list: readonly Named[], name: string): number {
  const at = list.findIndex((each) => each.name === name)
  if (at < 0) throw new Error(`There is no ${name} in table ${table.name}`)
  return at
}

function add<T extends Named>(table: Table, list: readonly T[], added: T): T[] {
  if (list.some(({ name }) => name === added.name))
    throw new Error(`There is already a ${added.name} in table ${table.name}`)
  return [...list, added]
}

const remove = <T extends Named>(table: Table, list: readonly T[], name: string): T[] =>
  list.toSpliced(indexNamed(table, list, name), 1)

function rename<T extends Named>(table: Table, list: readonly T[], name: string, to: string): T[] {
  if (list.some((each) => each.name === to))
    throw new Error(`There is already a ${to} in table ${table.name}`)
  const at = indexNamed(table, list, name)
  return list.with(at, { ...list[at]!, name: to })
}

/** With the foreign keys of other tables; indexes and foreign keys keep their names. */
function renameTable(schema: readonly Table[], from: string, to: string): Table[] {
  tableNamed(schema, from)
  if (schema.some(({ name }) => name === to)) throw new Error(`There is already a table ${to}`)
  const renamed = (name: string): string => (name === from ? to : name)
  return schema.map((table) => ({
    ...table,
    name: renamed(table.name),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: renamed(key.table) })),
  }))
}

/** With everything that refers to the column: keys, indexes, computed columns and the foreign keys of other tables. */
function renameColumn(schema: readonly Table[], name: string, from: string, to: string): Table[] {
  const changed = tableNamed(schema, name)
  const columns = rename(changed, changed.columns, from, to)
  const renamed = (column: string): string => (column === from ? to : column)
  return schema.map((table) => {
    const isOwner = table.name === name
    const foreignKeys = table.foreignKeys.map((key) => ({
      ...key,
      columns: isOwner ? key.columns.map(renamed) : key.columns,
      references: key.table === name ? key.references.map(renamed) : key.references,
    }))
    if (!isOwner) return { ...table, foreignKeys }
    return {
      ...table,
      columns: columns.map((column) =>
        column.computed
          ? {
              ...column,
              computed: { day: renamed(column.computed.day), plus: renamed(column.computed.plus) },
            }
          : column,
      ),
      primaryKey: table.primaryKey.map(renamed),
      indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(renamed) })),
      foreignKeys,
    }
  })
}

/** "rename column city.pin to pin_code". */
export function describeOperation(operation: Operation): string {
  if (operation.change === 'data step') return `data step ${operation.step}`
  if (operation.change === 'stop older versions') return `${operation.change}: ${operation.because}`
  if (operation.change === 'alter') return `alter ${operation.after.name}`
  const part =
    'column' in operation
      ? operation.column
      : 'index' in operation
        ? operation.index
        : 'foreignKey' in operation
          ? operation.foreignKey
          : undefined
  const path = [operation.table, ...(part === undefined ? [] : [part])].map(nameOf).join('.')
  return `${operation.change} ${path}${'to' in operation ? ` to ${operation.to}` : ''}`
}

const nameOf = (part: string | Named): string => (typeof part === 'string' ? part : part.name)
