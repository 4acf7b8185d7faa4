import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { applyOperations, type Operation } from './operations.ts'
import type { Table } from './table.ts'
import { project } from '../../project/project.ts'

export interface Migration {
  /** `0001-initial`: the number determines the order. */
  name: string
  /** Of its content, so that the layout of the file does not matter. */
  checksum: string
  /** Of the text of the file, which versions that compared the layout as well have recorded. */
  textChecksum?: string
  operations: Operation[]
}

export const migrationsFolder = new URL('server/store/schema/migrations/', project)

export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.json$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n')
      const operations = JSON.parse(text) as Operation[]
      return {
        name: file.replace('.json', ''),
        checksum: hash(formatMigration(operations)),
        textChecksum: hash(text),
        operations,
      }
    })
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The text of the file of a migration. */
export const formatMigration = (operations: readonly Operation[]): string =>
  `${JSON.stringify(operations, null, 2)}\n`

/** The schema that results from the committed migrations. */
export const schemaOfMigrations = (migrations: readonly Migration[]): Table[] =>
  applyOperations(
    [],
    migrations.flatMap((migration) => migration.operations),
  )
