import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  formatMigration,
  migrationsFolder,
  readMigrations,
  schemaOfMigrations,
} from '#server/store/schema/migrations.ts'
import { reasonToStop } from '#server/store/schema/additive.ts'
import { dataSteps } from '#server/store/schema/migrations/data-steps.ts'
import { describeOperation } from '#server/store/schema/operations.ts'
import { diffSchemas } from '#server/store/schema/schema-diff.ts'
import { schemaOfCatalogue } from '#server/store/schema/schema-of-catalogue.ts'
import { readOptions } from './db-diff/options.ts'

/**
 * Writes the migration from the schema of the committed migrations to the schema of the catalogue:
 * `npm run db:diff -- add-village --fill city.pin_code=000000`. Review it, then commit it.
 *
 * - `--rename-column table.old=new`, `--rename-table old=new`: keeps the data under another name
 * - `--drop-column table.column`, `--drop-table table`: drops the data
 * - `--fill table.column=value`: the value of existing rows for a required column
 * - `--step name`: runs a data step afterwards
 * - `--stop-older reason`: older versions must not run beside it, although it only adds to the tables
 * - `--check`: writes nothing, and fails if there is a difference
 */
try {
  const { name, check, ...intentions } = readOptions(process.argv.slice(2))
  const missing = intentions.steps.find((step) => !(step in dataSteps))
  if (missing)
    fail(
      `There is no data step ${missing}: register it in server/store/schema/migrations/data-steps.ts first`,
    )
  const migrations = readMigrations()
  const operations = diffSchemas(schemaOfMigrations(migrations), schemaOfCatalogue(), intentions)
  const changes = operations.map(describeOperation).join('\n  ')
  if (operations.length === 0) {
    process.stdout.write('The migrations match the catalogue: nothing to write.\n')
  } else if (check) {
    fail(`The catalogue differs from the migrations:\n  ${changes}`)
  } else {
    if (name === undefined) fail('Name the migration in kebab-case: npm run db:diff -- add-village')
    const number = String(migrations.length + 1).padStart(4, '0')
    const file = new URL(`${number}-${name}.json`, migrationsFolder)
    writeFileSync(file, formatMigration(operations))
    const reason = reasonToStop(operations, dataSteps)
    const kind =
      reason === undefined
        ? 'Older versions can run beside it: if what they write would be wrong for this version, delete it and pass --stop-older "reason".'
        : `Older versions cannot run beside it (${reason}): say so in the CHANGELOG.`
    process.stdout.write(`${fileURLToPath(file)}\n  ${changes}\n${kind}\nReview it, then commit it.\n`)
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
