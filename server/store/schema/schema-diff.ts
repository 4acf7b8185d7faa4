import { isDeepStrictEqual } from 'node:util'
import type { Fill, ActualTable, Dialect } from '../dialect.ts'
import { applyOperations, type Operation } from './operations.ts'
import type { Table } from './table.ts'

/** What only the author of a migration knows. */
export interface Intentions {
  /** Renames of tables and columns, in their order; without one, a rename would be a drop and an addition. */
  renames?: readonly Operation[]
  /** `table` or `table.column`: what may be dropped with its data. */
  drops?: readonly string[]
  /** The values of existing rows for columns that become required, by table. */
  fill?: Record<string, Fill>
  /** The data steps to run after the changes of tables. */
  steps?: readonly string[]
  /** What would be wrong if versions from before the migration ran beside it, although it only adds to the tables. */
  stopsOlder?: string | undefined
}

/**
 * The operations that turn one schema into the other. Parents are created before children and dropped after them. The order of
 * the columns of a table does not matter.
 */
export function diffSchemas(
  before: readonly Table[],
  after: readonly Table[],
  { renames = [], drops = [], fill = {}, steps = [], stopsOlder }: Intentions = {},
): Operation[] {
  const renamed = applyOperations(before, renames)
  const oldTables = new Map(renamed.map((table) => [table.name, table]))
  const newNames = new Set(after.map((table) => table.name))
  const operations: Operation[] = [...renames]
  for (const table of after) {
    const old = oldTables.get(table.name)
    if (!old) operations.push({ change: 'create table', table: plain(table) })
    else operations.push(...diffTables(old, plain(table), drops, fill[table.name] ?? {}))
  }
  for (const { name } of renamed.toReversed()) {
    if (newNames.has(name)) continue
    if (!drops.includes(name))
      throw new Error(
        `Table ${name} would be dropped with its data. If it has another name now, pass --rename-table ${name}=new_name; if its data is not needed, --drop-table ${name}`,
      )
    operations.push({ change: 'drop table', table: name })
  }
  return [
    ...(stopsOlder === undefined ? [] : [{ change: 'stop older versions' as const, because: stopsOlder }]),
    ...operations,
    ...steps.map((step) => ({ change: 'data step' as const, step })),
  ]
}

/** Without undefined members, as it will be read from the file. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function diffTables(before: Table, after: Table, drops: readonly string[], fill: Fill): Operation[] {
  const table = after.name
  if (!isDeepStrictEqual(before.primaryKey, after.primaryKey))
    throw new Error(
      `The primary key of ${table} differs, which no operation can change: create another table and copy the rows in a data step`,
    )
  const columns = compare(before.columns, after.columns)
  for (const column of columns.removed) {
    if (!column.computed && !drops.includes(`${table}.${column.name}`))
      throw new Error(
        `Column ${table}.${column.name} would be dropped with its data. If it has another name now, pass --rename-column ${table}.${column.name}=new_name; if its data is not needed, --drop-column ${table}.${column.name}`,
      )
  }
  const wasComputed = new Set(before.columns.filter(({ computed }) => computed).map(({ name }) => name))
  for (const { name, computed } of columns.changed) {
    if (computed || wasComputed.has(name))
      throw new Error(
        `Computed column ${table}.${name} differs, which no operation can change: declare it under another name`,
      )
  }
  const nullable = new Set(before.columns.filter(({ notNull }) => !notNull).map(({ name }) => name))
  const needFill = [...columns.added, ...columns.changed.filter(({ name }) => nullable.has(name))].filter(
    ({ notNull }) => notNull,
  )
  const [unfilled] = needFill.filter(({ name }) => fill[name] === undefined)
  if (unfilled)
    throw new Error(
      `Existing rows need a value for ${table}.${unfilled.name}: pass it with --fill ${table}.${unfilled.name}=value, or declare the field optional`,
    )
  const filled = (name: string): { fill?: string | number } =>
    fill[name] === undefined ? {} : { fill: fill[name] }
  const indexes = compareRenamed(before.indexes, after.indexes)
  const foreignKeys = compareRenamed(before.foreignKeys, after.foreignKeys)
  return [
    ...indexes.renamed.map(([index, to]) => ({ change: 'rename index' as const, table, index, to })),
    ...foreignKeys.renamed.map(([foreignKey, to]) => ({
      change: 'rename foreign key' as const,
      table,
      foreignKey,
      to,
    })),
    ...foreignKeys.removed.map(({ name }) => ({
      change: 'drop foreign key' as const,
      table,
      foreignKey: name,
    })),
    ...indexes.removed.map(({ name }) => ({ change: 'drop index' as const, table, index: name })),
    ...columns.removed.map(({ name }) => ({ change: 'drop column' as const, table, column: name })),
    ...columns.changed.map((column) => ({
      change: 'change column' as const,
      table,
      column,
      ...filled(column.name),
    })),
    ...columns.added.map((column) => ({
      change: 'add column' as const,
      table,
      column,
      ...filled(column.name),
    })),
    ...indexes.added.map((index) => ({ change: 'add index' as const, table, index })),
    ...foreignKeys.added.map((foreignKey) => ({ change: 'add foreign key' as const, table, foreignKey })),
    ...(before.search === after.search ? [] : [{ change: 'set search' as const, table, to: after.search }]),
    ...(before.appendOnly === after.appendOnly
      ? []
      : [{ change: 'set append-only' as const, table, to: after.appendOnly === true }]),
  ]
}

function compare<T extends { name: string }>(
  before: readonly T[],
  after: readonly T[],
): { removed: T[]; changed: T[]; added: T[] } {
  const old = new Map(before.map((each) => [each.name, each]))
  const names = new Set(after.map(({ name }) => name))
  return {
    removed: before.filter(({ name }) => !names.has(name)),
    changed: after.filter((each) => old.has(each.name) && !isDeepStrictEqual(old.get(each.name), each)),
    added: after.filter(({ name }) => !old.has(name)),
  }
}

/** Of indexes and foreign keys: one that differs in its name alone is renamed, and one that changed is dropped and added. */
function compareRenamed<T extends { name: string }>(
  before: readonly T[],
  after: readonly T[],
): { renamed: [from: string, to: string][]; removed: T[]; added: T[] } {
  const { removed, changed, added } = compare(before, after)
  const renamed = removed.flatMap((old): [from: string, to: string][] => {
    const same = added.find((each) => isDeepStrictEqual({ ...each, name: old.name }, old))
    return same ? [[old.name, same.name]] : []
  })
  const [from, to] = [new Set(renamed.map(([name]) => name)), new Set(renamed.map(([, name]) => name))]
  const changedNames = new Set(changed.map(({ name }) => name))
  return {
    renamed,
    removed: before.filter(
      (each) => changedNames.has(each.name) || (removed.includes(each) && !from.has(each.name)),
    ),
    added: [...changed, ...added.filter(({ name }) => !to.has(name))],
  }
}

/** Messages about the differences between the actual tables and the expected ones; those of a newer version may have more columns. */
export function findDrift(
  dialect: Dialect,
  expected: readonly Table[],
  found: readonly ActualTable[],
  isNewer = false,
): string[] {
  const actual = new Map(found.map((table) => [table.name, table]))
  const messages: string[] = []
  for (const table of expected) {
    const actualTable = actual.get(table.name)
    if (!actualTable) {
      messages.push(`table ${table.name} is missing`)
      continue
    }
    const columns = new Map(actualTable.columns.map((column) => [column.name, column]))
    for (const column of table.columns) {
      const found = columns.get(column.name)
      const type = dialect.columnType(column.type).split(' collate')[0]!
      columns.delete(column.name)
      if (!found) messages.push(`column ${table.name}.${column.name} is missing`)
      else if (found.type !== type)
        messages.push(`column ${table.name}.${column.name} is ${found.type}, not ${type}`)
      else if (found.notNull !== column.notNull) {
        messages.push(`column ${table.name}.${column.name} ${column.notNull ? 'may' : 'must not'} be empty`)
      }
    }
    for (const name of isNewer ? [] : columns.keys())
      messages.push(`column ${table.name}.${name} is not known to this version`)
    if (table.search && actualTable.search === false)
      messages.push(`the search index of ${table.name} is incomplete`)
    if (table.appendOnly && !actualTable.appendOnly)
      messages.push(`the append-only triggers of ${table.name} are missing`)
    for (const index of table.indexes) {
      if (!actualTable.indexes.some((each) => each.name === index.name))
        messages.push(`index ${index.name} is missing`)
    }
  }
  return messages
}
