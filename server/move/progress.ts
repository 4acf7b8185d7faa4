import { sql } from 'kysely'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { dynamic, type Db, type Tx } from '../store/dialect.ts'
import { moveTable } from '../store/schema/migrate.ts'
import type { Position } from './table-rows.ts'

/** How far a table was copied. */
interface Copied {
  position?: Position
  rows: number
}

const isCopied = (input: unknown): input is Copied =>
  isObject(input) && typeof input['rows'] === 'number' && Array.isArray(input['position'])

/** The progress of a move, which is stored in the target with what it is about. */
export class Progress {
  readonly #saved: Map<string, string>

  constructor(saved: ReadonlyMap<string, string>) {
    this.#saved = new Map(saved)
  }

  get(name: string): string | undefined {
    return this.#saved.get(name)
  }

  copied(table: string): Copied {
    const saved = this.get(`rows of ${table}`)
    return saved === undefined ? { rows: 0 } : parseJson(saved, isCopied)
  }

  saveCopied(tx: Tx, table: string, copied: Copied): Promise<void> {
    return this.save(tx, `rows of ${table}`, JSON.stringify(copied))
  }

  async save(tx: Tx, name: string, value: string): Promise<void> {
    await dynamic(tx)
      .insertInto(moveTable)
      .values({ name, value })
      .onConflict((known) => known.column('name').doUpdateSet({ value }))
      .execute()
  }
}

export async function createProgress(tx: Tx, facts: Record<string, string>): Promise<Progress> {
  await sql`create table ${sql.table(moveTable)} (name text primary key, value text not null)`.execute(tx)
  const progress = new Progress(new Map(Object.entries(facts)))
  for (const [name, value] of Object.entries(facts)) await progress.save(tx, name, value)
  return progress
}

export async function readProgress(db: Db): Promise<Progress> {
  const rows = await dynamic(db).selectFrom(moveTable).select(['name', 'value']).execute()
  return new Progress(new Map(rows.map(({ name, value }) => [String(name), String(value)])))
}
