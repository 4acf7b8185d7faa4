import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { validateAsOf } from '#domain/balances/balance.ts'
import type { Change, HookContext, SavedChange } from '../records/save-hooks.ts'
import { judgePromises } from './judge-promises.ts'
import { saveBookBalances } from './bill-store.ts'

/** Refuses a balance of a future day, entered by hand or uploaded. */
export function checkBalance(
  { after }: Change<RecordNamed<'balance'>>,
  { ctx }: Pick<HookContext, 'ctx'>,
): void {
  if (!after) return
  const message = validateAsOf(after.As_Of, dayIn(ctx.now(), ctx.config.timeZone))
  if (message) throw invalid([{ field: 'As_Of', message }])
}

/** A balance that is entered by hand also says what the customer owed on its day. */
export async function keepBookBalance(
  { after }: SavedChange<RecordNamed<'balance'>>,
  { ctx, writer: { tx } }: HookContext<RecordNamed<'balance'>>,
): Promise<void> {
  if (!after) return
  const customer = await tx
    .selectFrom('customer')
    .select('id')
    .where('customer_code', '=', after.Customer_Code)
    .executeTakeFirst()
  if (!customer) return
  await saveBookBalances(tx, 'total', [
    { customerId: customer.id, day: after.As_Of, amount: after.Receivable },
  ])
  await judgePromises(ctx, tx, [after.Customer_Code])
}
