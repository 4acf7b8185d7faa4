import type { Fill, FoundTable, Dialect } from './dialect.ts'
import type { Table } from './table.ts'

/** One step of a migration, as data: readable, the same for both databases, carried out by each in its own way. */
export type Operation =
  | { change: 'create'; table: Table }
  | { change: 'alter'; before: Table; after: Table; fill: Fill }
  | { change: 'drop'; table: Table }

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What turns one schema into the other. Parents are made before children and dropped after them. */
export function diffSchemas(
  before: readonly Table[],
  after: readonly Table[],
  fill: Record<string, Fill> = {},
): Operation[] {
  const had = new Map(before.map((table) => [table.name, table]))
  const has = new Set(after.map((table) => table.name))
  const operations: Operation[] = []
  for (const table of after) {
    const old = had.get(table.name)
    if (!old) operations.push({ change: 'create', table })
    else if (!same(old, table)) operations.push(alteration(old, table, fill[table.name] ?? {}))
  }
  for (const table of before.toReversed()) {
    if (!has.has(table.name)) operations.push({ change: 'drop', table })
  }
  return operations
}

function alteration(before: Table, after: Table, fill: Fill): Operation {
  const old = new Map(before.columns.map((column) => [column.name, column]))
  const unfilled = after.columns.filter(
    (column) => column.notNull && !old.get(column.name)?.notNull && fill[column.name] === undefined,
  )
  if (unfilled.length > 0) {
    const names = unfilled.map((column) => `${after.name}.${column.name}`).join(', ')
    throw new Error(
      `Rows that exist already need a value for ${names}: say it with --fill ${after.name}.${unfilled[0]!.name}=value, or declare the field optional`,
    )
  }
  return { change: 'alter', before, after, fill }
}

/** The schema after a list of operations: how the committed migrations add up. */
export function applyOperations(schema: readonly Table[], operations: readonly Operation[]): Table[] {
  let tables = [...schema]
  for (const operation of operations) {
    if (operation.change === 'create') tables.push(operation.table)
    else if (operation.change === 'drop')
      tables = tables.filter((table) => table.name !== operation.table.name)
    else tables = tables.map((table) => (table.name === operation.after.name ? operation.after : table))
  }
  return tables
}

/** Sentences on how the tables differ from what the code expects; none when all is well. */
export function findDrift(
  dialect: Dialect,
  expected: readonly Table[],
  found: readonly FoundTable[],
): string[] {
  const actual = new Map(found.map((table) => [table.name, table]))
  const sentences: string[] = []
  for (const table of expected) {
    const real = actual.get(table.name)
    if (!real) {
      sentences.push(`table ${table.name} is missing`)
      continue
    }
    const columns = new Map(real.columns.map((column) => [column.name, column]))
    for (const column of table.columns) {
      const found = columns.get(column.name)
      const type = dialect.columnType(column.type).split(' collate')[0]!
      columns.delete(column.name)
      if (!found) sentences.push(`column ${table.name}.${column.name} is missing`)
      else if (found.type !== type)
        sentences.push(`column ${table.name}.${column.name} is ${found.type}, not ${type}`)
      else if (found.notNull !== column.notNull) {
        sentences.push(`column ${table.name}.${column.name} ${column.notNull ? 'may' : 'must not'} be empty`)
      }
    }
    for (const name of columns.keys())
      sentences.push(`column ${table.name}.${name} is not known to this version`)
    if (table.search && real.search === false)
      sentences.push(`the search index of ${table.name} is incomplete`)
    if (table.appendOnly && !real.appendOnly)
      sentences.push(`rows of ${table.name} could be changed, which the database should refuse`)
    for (const index of table.indexes) {
      if (!real.indexes.some((each) => each.name === index.name))
        sentences.push(`index ${index.name} is missing`)
    }
  }
  return sentences
}
