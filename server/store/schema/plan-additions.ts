import type { Dialect, OnlineChanges } from '../dialect.ts'
import { checkName, checkOf } from './ddl.ts'
import type { Operation } from './operations.ts'
import type { ForeignKey, Index } from './table.ts'

/** What remains to be done once the tables are changed; it may take long, and blocks no request. */
export type Completion = { table: string; index: Index } | { table: string; constraint: string }

/** An additive migration in parts that hold as few locks as possible. */
export interface Additions {
  /** Creates what no other transaction sees yet. */
  creation: string[]
  /** Tables that new references lead to: others cannot write to them meanwhile. */
  written: string[]
  /** Tables that get columns: others cannot use them meanwhile. */
  used: string[]
  /** Takes milliseconds: no row is read or written. */
  statements: string[]
  steps: string[]
  completions: Completion[]
}

export function planAdditions(
  dialect: Dialect & { online: OnlineChanges },
  operations: readonly Operation[],
): Additions {
  const { online } = dialect
  const plan: Additions = { creation: [], written: [], used: [], statements: [], steps: [], completions: [] }
  const addKey = (table: string, key: ForeignKey): void => {
    plan.written.push(key.table)
    plan.statements.push(online.addForeignKey(table, key))
    plan.completions.push({ table, constraint: key.name })
  }
  for (const operation of operations)
    switch (operation.change) {
      case 'create table': {
        const { table } = operation
        plan.creation.push(...dialect.createTable({ ...table, foreignKeys: [] }))
        for (const key of table.foreignKeys) addKey(table.name, key)
        break
      }
      case 'add column': {
        const { table, column, fill } = operation
        plan.used.push(table)
        plan.statements.push(...online.addColumn(table, column, fill))
        if (checkOf(column)) plan.completions.push({ table, constraint: checkName(table, column) })
        break
      }
      case 'add index':
        plan.completions.push({ table: operation.table, index: operation.index })
        break
      case 'add foreign key':
        plan.used.push(operation.table)
        addKey(operation.table, operation.foreignKey)
        break
      case 'data step':
        plan.steps.push(operation.step)
        break
      default:
        throw new Error(`${operation.change} is not additive`)
    }
  const used = new Set(plan.used)
  return { ...plan, used: [...used], written: [...new Set(plan.written)].filter((table) => !used.has(table)) }
}
