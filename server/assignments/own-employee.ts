import { sql } from 'kysely'
import { foldText } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'

/** The employee with the email address of the account, in any letter case. Within a transaction, pass it. */
export async function ownEmployee(ctx: Context, db: Db = ctx.store.read): Promise<string | null> {
  requireRight(ctx, 'read', 'employee')
  if (ctx.actor.kind !== 'account') return null
  const row = await db
    .selectFrom('employee')
    .select('employee_number')
    .where(sql`lower(email)`, '=', foldText(ctx.actor.email.trim()))
    .orderBy('natural_key')
    .executeTakeFirst()
  return row ? row.employee_number : null
}
