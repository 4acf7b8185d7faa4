import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { applyOperations, type Operation } from './schema-diff.ts'
import type { Table } from './table.ts'

export interface Migration {
  /** `0001-initial`: the number decides the order. */
  name: string
  checksum: string
  operations: Operation[]
}

export const migrationsFolder = new URL('./migrations/', import.meta.url)

export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.json$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n')
      return {
        name: file.replace('.json', ''),
        checksum: createHash('sha256').update(text).digest('hex'),
        operations: JSON.parse(text) as Operation[],
      }
    })
}

/** What the committed migrations add up to. */
export const schemaOfMigrations = (migrations: readonly Migration[]): Table[] =>
  applyOperations(
    [],
    migrations.flatMap((migration) => migration.operations),
  )
