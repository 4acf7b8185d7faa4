import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { problemsOfVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { RecordWriter } from '../store/records.ts'

interface Around {
  ctx: Context
  writer: RecordWriter
}

/**
 * Whoever plans or records a visit holds its customer first and the visit second; so does whoever changes one by hand,
 * or the two would wait for each other.
 */
export async function holdCustomers({ ctx, writer }: Around, known: readonly unknown[]): Promise<void> {
  const codes = known
    .map((each) => (each as { Customer_Code?: unknown } | null | undefined)?.Customer_Code)
    .filter((code) => typeof code === 'string')
  const customers = gate(ctx, 'read', 'customer').using(writer.tx)
  for (const code of [...new Set(codes)].toSorted()) await customers.lock(code.trim())
}

/** The rules of a visit's life, and one open plan per customer, whichever way a visit is changed. */
export async function checkVisit(
  { before, after }: { before: Readonly<RecordValues> | null; after: Readonly<RecordValues> | null },
  { ctx, writer }: Around,
): Promise<void> {
  if (!after) return
  const problems = problemsOfVisit(before, after, dayIn(ctx.now(), ctx.config.timeZone))
  if (problems.length > 0) throw invalid(problems)
  if (after['Status'] !== 'planned') return
  const other = await writer.tx
    .selectFrom(writer.entity.table)
    .select('visit_id')
    .where('status', '=', 'planned')
    .where('customer_code', '=', after['Customer_Code'] as string)
    .where('visit_id', '<>', String(before?.['Visit_ID'] ?? ''))
    .executeTakeFirst()
  if (!other) return
  const customer = String(after['Customer_Code'])
  throw conflict(`Customer ${customer} already has an open plan: visit ${String(other['visit_id'])}`)
}
