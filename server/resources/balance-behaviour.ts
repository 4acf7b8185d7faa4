import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { problemOfAsOf } from '#domain/visits/balance.ts'
import type { Context } from '../context.ts'

/** By hand as by upload: of a day that is yet to come nothing is known. */
export function checkBalance(
  { after }: { after: Readonly<RecordValues> | null },
  { ctx }: { ctx: Context },
): void {
  if (!after) return
  const message = problemOfAsOf(String(after['As_Of']), dayIn(ctx.now(), ctx.config.timeZone))
  if (message) throw invalid([{ field: 'As_Of', message }])
}
