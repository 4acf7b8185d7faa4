import type { Cell } from '#domain/catalogue/field.ts'
import { dynamic, type Db, type Row } from '#server/store/dialect.ts'
import { newId } from '#server/store/new-id.ts'
import { schemaOfMigrations, type Migration } from '#server/store/schema/migrations.ts'
import type { Table, TableColumn } from '#server/store/schema/table.ts'

const batchSize = 200

/** A database of an old version. Inserts rows into a table, and one row into each table that it references. */
export class Filler {
  readonly #db: Db
  readonly #tables: ReadonlyMap<string, Table>
  readonly #first = new Map<string, Row>()

  constructor(db: Db, migrations: readonly Migration[]) {
    this.#db = db
    this.#tables = new Map(schemaOfMigrations(migrations).map((table) => [table.name, table]))
  }

  async fill(name: string, count: number): Promise<void> {
    const parents = await this.#parentsOf(this.#tables.get(name)!)
    for (let from = 1; from <= count; from += batchSize) {
      const length = Math.min(batchSize, count - from + 1)
      const rows = Array.from({ length }, (_, at) => this.#row(this.#tables.get(name)!, parents, from + at))
      await dynamic(this.#db).insertInto(name).values(rows).execute()
    }
  }

  async #parentsOf(table: Table): Promise<Row> {
    const cells: Row = {}
    for (const { table: parent, columns, references } of table.foreignKeys) {
      if (parent === table.name) continue
      const row = this.#first.get(parent) ?? (await this.#make(parent))
      for (const [at, column] of columns.entries()) cells[column] = row[references[at]!]!
    }
    return cells
  }

  async #make(name: string): Promise<Row> {
    const table = this.#tables.get(name)!
    const row = this.#row(table, await this.#parentsOf(table), 0)
    await dynamic(this.#db).insertInto(name).values(row).execute()
    this.#first.set(name, row)
    return row
  }

  #row(table: Table, parents: Row, n: number): Row {
    const columns = table.columns.filter(({ computed }) => !computed)
    return Object.fromEntries(columns.map((column) => [column.name, parents[column.name] ?? cell(column, n)]))
  }
}

function cell({ name, type, notNull, oneOf, min }: TableColumn, n: number): Cell {
  if (name === 'id') return newId(new Date())
  if (oneOf) return oneOf[0]!
  if (type === 'bytes') return notNull ? 'bytes' : null
  // Lists are stored as JSON.
  if (/_(?:codes|names)$|^places$/.test(name)) return notNull ? '[]' : null
  if (type !== 'text') return notNull ? (min ?? 1) : null
  if (name.endsWith('_at')) return '2026-01-02T03:04:05.000Z'
  if (/visited|_on$|_of$|_day$|^day$|date/.test(name)) return notNull ? '2026-01-02' : null
  return notNull ? `${name.slice(0, 3)}${n}` : null
}
