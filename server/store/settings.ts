import type { Db, Tx } from './dialect.ts'

/** True for exactly one of several concurrent callers: the first to insert the row. */
export async function claimSetting(tx: Tx, name: string, value: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('setting')
    .values({ name, value, changed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function hasSetting(db: Db, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('setting').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
  )
}

export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row && row.value
}

export async function putSetting(tx: Tx, name: string, value: string, now: Date): Promise<void> {
  const changed = { value, changed_at: now.toISOString() }
  await tx
    .insertInto('setting')
    .values({ name, ...changed })
    .onConflict((taken) => taken.column('name').doUpdateSet(changed))
    .execute()
}

export async function deleteSetting(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', name).execute()
}
