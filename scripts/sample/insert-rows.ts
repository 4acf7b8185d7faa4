import type { TableColumn } from '#server/store/schema/table.ts'
import { CompiledQuery } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Dialect, Row, Tx } from '#server/store/dialect.ts'
import { newId } from '#server/store/new-id.ts'
import { toCells } from '#server/store/records/record-rows.ts'
import { quote } from '#server/store/schema/ddl.ts'
import { schemaOfCatalogue } from '#server/store/schema/schema-of-catalogue.ts'

export interface NewRow {
  values: RecordValues
  createdAt: Date
}

// More is not faster: SQLite runs in this process, and PostgreSQL gets one array parameter per column.
const rowsPerStatement = { sqlite: 50, postgres: 1000 } as const

const tables = new Map(schemaOfCatalogue().map((table) => [table.name, table]))

/**
 * Inserts many rows with few statements. The cells are those the store would write, but without validation and history.
 */
export async function insertRows(
  tx: Tx,
  dialect: Dialect,
  name: string,
  rows: readonly NewRow[],
  whenTaken: 'skip' | 'fail' = 'fail',
): Promise<void> {
  const entity = entityNamed(name)
  const most = rowsPerStatement[dialect.name]
  for (let at = 0; at < rows.length; at += most) {
    const cells = rows.slice(at, at + most).map((row) => cellsOf(entity, row))
    const { sql, parameters } = dialect.name === 'sqlite' ? inValues(entity, cells) : inArrays(entity, cells)
    await tx.executeQuery(
      CompiledQuery.raw(whenTaken === 'skip' ? `${sql} on conflict do nothing` : sql, parameters),
    )
  }
}

function cellsOf(entity: Entity, { values, createdAt }: NewRow): Row {
  const id = newId(createdAt)
  const at = createdAt.toISOString()
  return { id, version: 1, created_at: at, updated_at: at, ...toCells(entity, id, values) }
}

interface Statement {
  sql: string
  parameters: unknown[]
}

const columnsOf = (entity: Entity): TableColumn[] =>
  tables.get(tableOf(entity))!.columns.filter((column) => !column.computed)

function inValues(entity: Entity, cells: readonly Row[]): Statement {
  const columns = columnsOf(entity).map(({ name }) => name)
  const row = `(${columns.map(() => '?').join(', ')})`
  const parameters = cells.flatMap((each) => columns.map((column): Cell => each[column] ?? null))
  return {
    sql: `insert into ${quote(tableOf(entity))} (${columns.map(quote).join(', ')}) values ${cells.map(() => row).join(', ')}`,
    parameters,
  }
}

function inArrays(entity: Entity, cells: readonly Row[]): Statement {
  const columns = columnsOf(entity)
  const types = { text: 'text[]', integer: 'bigint[]', real: 'double precision[]', bytes: 'bytea[]' } as const
  const arrays = columns.map((column, at) => `$${at + 1}::${types[column.type]}`)
  return {
    sql: `insert into ${quote(tableOf(entity))} (${columns.map((column) => quote(column.name)).join(', ')}) select * from unnest(${arrays.join(', ')})`,
    parameters: columns.map((column) => cells.map((each) => each[column.name] ?? null)),
  }
}
