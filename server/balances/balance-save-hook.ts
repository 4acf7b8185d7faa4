import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { validateAsOf } from '#domain/balances/balance.ts'
import type { Change, HookContext } from '../records/save-hooks.ts'

/** Refuses a balance of a future day, entered by hand or uploaded. */
export function checkBalance(
  { after }: Change<RecordNamed<'balance'>>,
  { ctx }: Pick<HookContext, 'ctx'>,
): void {
  if (!after) return
  const message = validateAsOf(after.As_Of, dayIn(ctx.now(), ctx.config.timeZone))
  if (message) throw invalid([{ field: 'As_Of', message }])
}
