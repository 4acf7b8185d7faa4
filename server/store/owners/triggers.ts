import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ownersDay, ownerTriggers } from './customer-owners.ts'
import type { Db, Dialect, Tx } from '../dialect.ts'
import type { Store } from '../store.ts'
import { deleteSetting, putSetting, readSetting } from '../settings.ts'

/** The setting with the version of the triggers in this database. */
export const triggersSetting = 'owners.triggers'

/** SQLite cannot rename a table while a trigger refers to a missing one, so the triggers are dropped during a migration. */
export async function dropTriggers(db: Db, dialect: Dialect): Promise<void> {
  for (const trigger of ownerTriggers)
    for (const statement of dialect.dropTrigger(trigger)) await sql.raw(statement).execute(db)
}

/** Creates triggers that are missing or outdated, and has their columns recomputed. */
export async function installTriggers(store: Store, now: Date): Promise<void> {
  const { read: db, dialect } = store
  const statements = ownerTriggers.flatMap(dialect.createTrigger)
  const version = createHash('sha256').update(statements.join('\n')).digest('hex')
  const isCurrent = async (): Promise<boolean> => {
    const names = await dialect.triggerNames(db)
    const areThere = ownerTriggers.every(({ name }) => names.includes(name))
    return areThere && (await readSetting(db, triggersSetting)) === version
  }
  if (await isCurrent()) return
  await dialect.withMigrationLock(db, async () => {
    if (await isCurrent()) return
    const noteVersion = async (tx: Tx): Promise<void> => {
      await deleteSetting(tx, ownersDay)
      await putSetting(tx, triggersSetting, version, now)
    }
    if (dialect.online)
      // Other instances may write to these tables.
      return dialect.online.changeBriefly(db, {
        written: [],
        used: [...new Set(ownerTriggers.map(({ table }) => table))],
        prepare: noteVersion,
        statements: [...ownerTriggers.flatMap(dialect.dropTrigger), ...statements],
      })
    await store.transaction(async (tx) => {
      for (const statement of dialect.migrationPrelude) await sql.raw(statement).execute(tx)
      await dropTriggers(tx, dialect)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      await noteVersion(tx)
    })
  })
}
