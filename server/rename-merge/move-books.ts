import { sql } from 'kysely'
import type { Tx } from '../store/dialect.ts'

/** Bills of a customer that was merged belong to the one that is kept, unless that one has the same bill. */
export async function moveBooks(tx: Tx, fromId: string, toId: string): Promise<void> {
  for (const [table, key] of [
    ['bill', 'bill_key'],
    ['book_balance', 'as_of'],
  ] as const) {
    const own = sql.ref(key)
    await sql`update ${sql.table(table)} set customer_id = ${toId} where customer_id = ${fromId}
      and ${own} not in (select ${own} from ${sql.table(table)} where customer_id = ${toId})`.execute(tx)
    await sql`delete from ${sql.table(table)} where customer_id = ${fromId}`.execute(tx)
  }
}
