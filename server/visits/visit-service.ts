import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { readVisitPayload, type VisitPayload } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import type { RecordWriter } from '../store/records.ts'
import { closePlan } from './visit-closing.ts'
import { lockCustomer, putPlan } from './visit-parts.ts'
import { recordResult } from './visit-recording.ts'

/** The one door of the seed for both payloads: a plan, or what came of it. */
export async function recordVisit(ctx: Context, input: unknown): Promise<Answer<StoredRecord>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['visit', input], (keep) =>
    visits.transaction(async (writer) => {
      const payload = readVisitPayload(input, ctx.config.timeZone)
      return keep(writer.tx, await workFor(payload)(ctx, writer, payload))
    }),
  )
}

type Work = (ctx: Context, visits: RecordWriter, payload: VisitPayload) => Promise<Answer<StoredRecord>>

function workFor({ kind, outcome }: VisitPayload): Work {
  if (kind === 'plan') return planVisit
  return outcome === 'visited' ? recordResult : closePlan
}

async function planVisit(
  ctx: Context,
  visits: RecordWriter,
  { fields, problems, movesPlan }: VisitPayload,
): Promise<Answer<StoredRecord>> {
  if (!fields['Customer_Code'])
    problems.push({ field: 'Customer_Code', message: 'Customer Code is required' })
  if (fields['Planned_At'] === null && !problems.some(({ field }) => field === 'Planned_Date')) {
    problems.push({ field: 'Planned_Date', message: 'Planned Date is required' })
  }
  const customer = await lockCustomer(ctx, visits, fields['Customer_Code'])
  const { plan, isMoved } = await putPlan(ctx, visits, customer, fields, {
    problems,
    ...(movesPlan !== undefined && { seen: movesPlan }),
  })
  return { status: isMoved ? 200 : 201, body: plan }
}
