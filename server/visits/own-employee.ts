import { sql } from 'kysely'
import { foldText } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Db } from '../store/dialect.ts'

/** The employee whose e-mail, in any letter case, is that of the account that asks. Within a transaction, pass it. */
export async function ownEmployee(ctx: Context, db: Db = ctx.store.read): Promise<string | null> {
  demand(ctx, 'read', 'employee')
  if (ctx.actor.kind !== 'account') return null
  const row = await db
    .selectFrom('employee')
    .select('employee_number')
    .where(sql`lower(email)`, '=', foldText(ctx.actor.email.trim()))
    .orderBy('natural_key')
    .executeTakeFirst()
  return row ? String(row['employee_number']) : null
}
