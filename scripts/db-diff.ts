import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrationsFolder, readMigrations, schemaOfMigrations } from '#server/store/migrations.ts'
import { diffSchemas } from '#server/store/schema-diff.ts'
import { schemaOfCatalogue } from '#server/store/schema-of-catalogue.ts'
import type { Fill } from '#server/store/dialect.ts'

/**
 * Writes the migration that takes the tables from where the committed migrations leave them to where the catalogue is:
 * `npm run db:diff -- add-village --fill city.pin_code=000000`. Read it, then commit it.
 */
const words = process.argv.slice(2)
const name = words.find((word, at) => !word.startsWith('--') && words[at - 1] !== '--fill')
const fill: Record<string, Fill> = {}
for (const [at, word] of words.entries()) {
  if (word !== '--fill') continue
  const match = /^(\w+)\.(\w+)=(.*)$/.exec(words[at + 1] ?? '')
  if (!match) fail('--fill should look like table.column=value')
  const [, table, column, value] = match as unknown as [string, string, string, string]
  fill[table] = { ...fill[table], [column]: /^-?\d+$/.test(value) ? Number(value) : value }
}

const migrations = readMigrations()
try {
  const operations = diffSchemas(schemaOfMigrations(migrations), schemaOfCatalogue(), fill)
  if (operations.length === 0) {
    process.stdout.write('Tables and catalogue agree: there is nothing to write.\n')
  } else {
    if (!name || !/^[a-z0-9-]+$/.test(name))
      fail('Say what the migration does, in kebab-case: npm run db:diff -- add-village')
    const number = String(migrations.length + 1).padStart(4, '0')
    const file = new URL(`${number}-${name}.json`, migrationsFolder)
    writeFileSync(file, `${JSON.stringify(operations, null, 2)}\n`)
    const changes = operations.map(
      (each) => `${each.change} ${each.change === 'alter' ? each.after.name : each.table.name}`,
    )
    process.stdout.write(`${fileURLToPath(file)}\n  ${changes.join('\n  ')}\nRead it, then commit it.\n`)
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
