import { sql } from 'kysely'
import { changedBetween, ownersDay, updateOwners, wrongOwners } from './customer-owners.ts'
import { literal } from '../schema/ddl.ts'
import type { Db, Dialect, Tx } from '../dialect.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { forLongReads } from '../long-reads.ts'
import type { Store } from '../store.ts'
import { inParts } from '../records/record-sets.ts'
import { putSetting, readSetting } from '../settings.ts'
import { logKey } from '../changes/log-change.ts'

/**
 * Updates the owners of customers to that day. Usually only a few assignments begin or end; all customers are recomputed only
 * if no day is stored, as after an upgrade. Safe to call on several instances at once.
 */
export async function applyDay(store: Store, day: string, now: Date): Promise<void> {
  if ((await readSetting(store.read, ownersDay)) === day) return
  const { migrationPrelude, lockDay } = store.dialect
  await store.transaction(async (tx) => {
    for (const statement of [...migrationPrelude, ...lockDay]) await sql.raw(statement).execute(tx)
    const before = await readSetting(tx, ownersDay)
    if (before === day) return
    await putSetting(tx, ownersDay, day, now)
    const condition = before === undefined ? 'true' : conditionOfChange(before, day)
    await recompute(tx, store.dialect, condition)
  })
}

const conditionOfChange = (before: string, day: string): string =>
  before < day ? changedBetween(literal(before), literal(day)) : changedBetween(literal(day), literal(before))

const batchSize = 5000

/**
 * Fixes owners that differ from the assignments and visits, and returns how many did. Triggers keep them equal; this is for
 * changes made to the database by hand.
 */
export async function correctOwners(store: Store): Promise<number> {
  const reader = forLongReads(store.read)
  const wrong: string[] = []
  for (let after = ''; ;) {
    const last = await batchEnd(reader, after)
    const condition = `c.id > ${literal(after)}${last === undefined ? '' : ` and c.id <= ${literal(last)}`}`
    const { rows } = await sql.raw<{ id: string }>(wrongOwners(condition)).execute(reader)
    for (const { id } of rows) wrong.push(id)
    if (last === undefined) break
    after = last
    await yieldToEventLoop()
  }
  for (const part of inParts(wrong))
    await store.transaction((tx) => recompute(tx, store.dialect, `c.id in (${part.map(literal).join()})`))
  return wrong.length
}

/** The last id of the next batch of customers; undefined for the last batch. */
async function batchEnd(db: Db, after: string): Promise<string | undefined> {
  const query = db.selectFrom('customer').select('id').where('id', '>', after).orderBy('id')
  const row = await query
    .limit(1)
    .offset(batchSize - 1)
    .executeTakeFirst()
  return row && row.id
}

/** Locks the customers first, so that the update sees all visits committed before. */
async function recompute(tx: Tx, { updateLock }: Dialect, condition: string): Promise<void> {
  if (updateLock !== '')
    await sql
      .raw(`select 1 from customer as c where ${condition} order by natural_key ${updateLock}`)
      .execute(tx)
  const updated = await sql
    .raw<{ customer_code: string }>(`${updateOwners(condition)} returning customer_code`)
    .execute(tx)
  for (const { customer_code: code } of updated.rows) logKey(tx, 'customer', code)
}
