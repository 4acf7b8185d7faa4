import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { daysLate, problemsOfVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { RecordWriter } from '../store/records.ts'

interface Around {
  ctx: Context
  writer: RecordWriter
}

/**
 * Whoever plans or records a visit, or takes a balance from the books, holds the customer first and the record second; so
 * does whoever changes one by hand, or the two would wait for each other.
 */
export async function holdCustomers({ ctx, writer }: Around, known: readonly unknown[]): Promise<void> {
  const codes = known
    .map((each) => (each as { Customer_Code?: unknown } | null | undefined)?.Customer_Code)
    .filter((code) => typeof code === 'string')
  const customers = gate(ctx, 'read', 'customer').using(writer.tx)
  const { toKey } = customers.entity.fields['Customer_Code']!
  // By their keys, as everybody holds several of them.
  const byKey = new Map(codes.map((code) => [toKey(code.trim()), code.trim()]))
  for (const key of [...byKey.keys()].toSorted()) await customers.lock(byKey.get(key)!)
}

interface VisitChange {
  before: Readonly<RecordValues> | null
  after: RecordValues | null
  restored?: string
}

/** What no visit holds is swept away within a day. */
async function letGoOfPhotos(writer: RecordWriter, visit: Readonly<RecordValues> | null): Promise<void> {
  const photos = writer.tx.updateTable('photo').set({ visit_id: null })
  await photos.where('visit_id', '=', String(visit?.['id'])).execute()
}

/** A visit that comes back has its photo again, unless that was swept away meanwhile. */
async function takePhotoBack(writer: RecordWriter, visit: RecordValues, id: string): Promise<void> {
  const { numUpdatedRows } = await writer.tx
    .updateTable('photo')
    .set({ visit_id: id })
    .where('id', '=', String(visit['Photo_ID']).toLowerCase())
    .where('visit_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) visit['Photo_ID'] = null
}

/** The photos of a visit that is put back as it was, without the rules of a change. */
export async function keepPhotos(
  { before, after, restored }: VisitChange,
  { writer }: Pick<Around, 'writer'>,
): Promise<void> {
  if (!after) return letGoOfPhotos(writer, before)
  const id = restored ?? String(before?.['id'])
  if (before?.['Photo_ID'] === after['Photo_ID']) return
  if (before) await letGoOfPhotos(writer, before)
  if (after['Photo_ID'] !== null) await takePhotoBack(writer, after, id)
}

/** Worked out when the day of a visit is said or changed, never taken from what was sent. */
function lateDays(
  { config, now }: Context,
  before: Readonly<RecordValues> | null,
  after: Readonly<RecordValues>,
): number | null {
  if (before && before['Visited_On'] === after['Visited_On']) return before['Days_Late'] as number | null
  const wasMade = before?.['Visited_On'] ? before['createdAt'] : null
  const recorded = new Date((after['Recorded_At'] ?? wasMade ?? now()) as string | Date)
  return daysLate(after['Visited_On'], dayIn(recorded, config.timeZone), config.lateVisitDays)
}

/** The rules of a visit's life, and one open plan per customer, whichever way a visit is changed. */
export async function checkVisit(
  { before, after, restored }: VisitChange,
  { ctx, writer }: Around,
): Promise<void> {
  if (!after) return letGoOfPhotos(writer, before)
  const problems = problemsOfVisit(before, after, dayIn(ctx.now(), ctx.config.timeZone))
  if (problems.length > 0) throw invalid(problems)
  if (restored === undefined) after['Days_Late'] = lateDays(ctx, before, after)
  const dayOf = (visit: Readonly<RecordValues>): string =>
    dayIn(new Date(visit['Planned_At'] as string), ctx.config.timeZone)
  // Its place in the round of one day says nothing about another, unless a new one is said.
  if (before?.['Planned_At'] && after['Planned_At'] && before['Stop_Order'] === after['Stop_Order']) {
    if (dayOf(before) !== dayOf(after)) after['Stop_Order'] = null
  }
  // Whoever takes a photo off a visit wants it gone.
  if (before && before['Photo_ID'] !== after['Photo_ID']) await letGoOfPhotos(writer, before)
  if (restored !== undefined && after['Photo_ID'] !== null) await takePhotoBack(writer, after, restored)
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
