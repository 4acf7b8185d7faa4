import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
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
  { before, after }: { before: Readonly<RecordValues> | null; after: RecordValues | null },
  { ctx, writer }: Around,
): Promise<void> {
  if (!after) return
  const problems = problemsOfVisit(before, after, dayIn(ctx.now(), ctx.config.timeZone))
  if (problems.length > 0) throw invalid(problems)
  const dayOf = (visit: Readonly<RecordValues>): string =>
    dayIn(new Date(visit['Planned_At'] as string), ctx.config.timeZone)
  // Its place in the round of one day says nothing about another, unless a new one is said.
  if (before?.['Planned_At'] && after['Planned_At'] && before['Stop_Order'] === after['Stop_Order']) {
    if (dayOf(before) !== dayOf(after)) after['Stop_Order'] = null
  }
  // Whoever takes a photo off a visit wants it gone: nothing holds it any longer.
  if (before?.['Photo_ID'] && after['Photo_ID'] === null) {
    const photo = writer.tx.updateTable('photo').set({ visit_id: null })
    await photo.where('id', '=', before['Photo_ID'] as string).execute()
  }
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
