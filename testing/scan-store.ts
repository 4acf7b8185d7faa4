import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dynamic } from '#server/store/dialect.ts'
import type { Store } from '#server/store/store.ts'
import type { DatabaseName } from './databases.ts'

/** A value as texts and JSON may contain it. */
const spellingsOf = (value: string): string[] => [value, JSON.stringify(value).slice(1, -1)]

/** Where one of the values is, in every column of every table of the database: "table.column: value". */
export async function scanTables(
  { read }: Pick<Store, 'read'>,
  database: DatabaseName,
  values: readonly string[],
): Promise<string[]> {
  const tables =
    database === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_master where type = 'table' and name not like '%_search%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const found = new Set<string>()
  for (const { name } of (await tables.execute(read)).rows)
    for (const row of await dynamic(read).selectFrom(name).selectAll().execute())
      for (const [column, cell] of Object.entries(row)) {
        const text = cellText(cell).toLowerCase()
        for (const value of values)
          if (spellingsOf(value).some((spelling) => text.includes(spelling.toLowerCase())))
            found.add(`${name}.${column}: ${value}`)
      }
  return [...found].toSorted()
}

/** Bytes, such as a document, are searched as text. */
const cellText = (cell: unknown): string =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString('utf8') : String(cell)

/** Which files of a folder contain one of the values: "path: value". */
export function scanFiles(folder: string, values: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files
    .flatMap(({ parentPath, name }) => {
      const content = readFileSync(join(parentPath, name))
      const found = values.filter((value) =>
        spellingsOf(value).some(
          (spelling) => content.includes(spelling) || content.includes(spelling.toLowerCase()),
        ),
      )
      return found.map((value) => `${join(parentPath, name).slice(folder.length + 1)}: ${value}`)
    })
    .toSorted()
}
