import type { Dialect, Fill } from '../dialect.ts'
import { applyOperation, columnNamed, tableNamed, type AlterOperation, type Operation } from './operations.ts'
import type { Table } from './table.ts'

/** What a migration does, in order: statements of this database, and data steps by name. */
export type Task = { statement: string } | { step: string }

/** The operations of a migration on this schema, as tasks. */
export function planOperations(
  dialect: Dialect,
  schema: readonly Table[],
  operations: readonly Operation[],
): Task[] {
  const tasks: Task[] = []
  let current: readonly Table[] = schema
  let alteration: { before: Table; fill: Fill } | undefined
  const run = (statements: readonly string[]): void => {
    for (const statement of statements) tasks.push({ statement })
  }
  const endAlteration = (): void => {
    if (alteration) {
      const { before, fill } = alteration
      run(dialect.alterTable(before, tableNamed(current, before.name), fill))
    }
    alteration = undefined
  }
  for (const operation of operations) {
    if (isAlteration(operation)) {
      // A column that is dropped and added again must not keep its values.
      const isAddedAgain =
        operation.change === 'add column' &&
        alteration?.before.columns.some(({ name }) => name === operation.column.name)
      if (alteration?.before.name !== operation.table || isAddedAgain) endAlteration()
      alteration ??= { before: tableNamed(current, operation.table), fill: {} }
      if ('fill' in operation) alteration.fill[operation.column.name] = operation.fill
    } else {
      endAlteration()
      if (operation.change === 'data step') tasks.push({ step: operation.step })
      else if (operation.change !== 'stop older versions') run(statementsOf(dialect, current, operation))
    }
    current = applyOperation(current, operation)
  }
  endAlteration()
  return tasks
}

const alterations: ReadonlySet<string> = new Set<AlterOperation['change']>([
  'add column',
  'change column',
  'drop column',
  'add index',
  'drop index',
  'add foreign key',
  'drop foreign key',
  'set append-only',
  'set search',
])

const isAlteration = (operation: Operation): operation is AlterOperation => alterations.has(operation.change)

function statementsOf(
  dialect: Dialect,
  schema: readonly Table[],
  operation: Exclude<Operation, AlterOperation | { change: 'data step' | 'stop older versions' }>,
): string[] {
  switch (operation.change) {
    case 'create':
    case 'create table':
      return dialect.createTable(operation.table)
    case 'alter':
      return dialect.alterTable(operation.before, operation.after, operation.fill)
    case 'drop':
      return dialect.dropTable(operation.table)
    case 'drop table':
      return dialect.dropTable(tableNamed(schema, operation.table))
    case 'rename table':
      return dialect.renameTable(tableNamed(schema, operation.table), operation.to)
    case 'rename column': {
      const table = tableNamed(schema, operation.table)
      return dialect.renameColumn(table, columnNamed(table, operation.column), operation.to)
    }
    case 'rename index': {
      const { name, indexes } = tableNamed(schema, operation.table)
      return dialect.renameIndex(
        name,
        indexes.find((each) => each.name === operation.index)!,
        operation.to,
      )
    }
    case 'rename foreign key':
      return dialect.renameForeignKey(operation.table, operation.foreignKey, operation.to)
  }
}
