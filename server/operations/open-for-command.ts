import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { dynamic } from '../store/dialect.ts'
import { fileName, openForThread } from '../store/open-store.ts'
import { SchemaError } from '../store/schema/migrate.ts'
import { readMigrations } from '../store/schema/migrations.ts'
import type { Store } from '../store/store.ts'

/** Opens the database of this version for a command, also while servers use it. */
export async function openForCommand({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, fileName)))
    throw new SchemaError(`There is no database in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL.`)
  const withWriter = <T>(work: () => Promise<T>): Promise<T> => work()
  const store = await openForThread({ dataDir, databaseUrl, onTrouble: () => {}, withWriter })
  const { dialect, read } = store
  const applied = (await dialect.hasTable(read, 'migration'))
    ? await dynamic(read).selectFrom('migration').select('name').execute()
    : []
  if (applied.length === readMigrations().length) return store
  await store.close()
  throw new SchemaError(
    'The database is of another version of AgriDesk. Run the command of that version, or start the server to upgrade it.',
  )
}
