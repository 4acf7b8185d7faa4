import type { VisitInput } from '#domain/api/visits/visits.ts'
import { isBlank, isDetail } from '#domain/visits/payloads.ts'
import { isLocationAllowed } from '../accounts/consent-store.ts'
import type { Context } from '../core/context.ts'
import { lockCustomer } from '../core/customer-locks.ts'
import { gate } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import type { Db } from '../store/dialect.ts'
import { closePlan } from './close-visit.ts'
import type { RecordingOptions } from './match-plan.ts'
import { savePlan } from './plan-helpers.ts'
import { recordResult } from './record-visit.ts'
import { toVisitPayload, type VisitPayload } from './visit-payload.ts'
import type { Visit, VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

/** Handles both payloads of the specification's one endpoint: a plan, or the outcome of a visit. */
export async function recordVisit(ctx: Context, input: VisitInput): Promise<Answer<Visit>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['visit', isDetail(input), input], (saveAnswer) =>
    visits.transaction(async (writer) => {
      const payload = toVisitPayload(input, ctx.config.timeZone)
      await checkLocation(ctx, writer.tx, payload)
      return saveAnswer(writer.tx, await savePayload(ctx, writer, payload))
    }),
  )
}

/** The location of an account is stored only if the person has allowed it. */
export async function checkLocation(
  { actor }: Context,
  db: Db,
  { fields, problems }: VisitPayload,
): Promise<void> {
  if (isBlank(fields.Check_In_Place) || (await isLocationAllowed(db, actor))) return
  problems.push({
    field: 'Check_In_Place',
    message: t('Allow your location under My account first, or leave Check In Place out'),
  })
}

/** Saves a plan or an outcome in an open transaction. */
export function savePayload(
  ctx: Context,
  visits: VisitWriter,
  payload: VisitPayload,
  options: RecordingOptions = {},
): Promise<Answer<Visit>> {
  const { kind, outcome } = payload
  const save = kind === 'plan' ? planVisit : outcome === 'visited' ? recordResult : closePlan
  return save(ctx, visits, payload, options)
}

async function planVisit(
  ctx: Context,
  visits: VisitWriter,
  { fields, problems, movesPlan }: VisitPayload,
  { match }: RecordingOptions,
): Promise<Answer<Visit>> {
  if (!fields.Customer_Code)
    problems.push({
      field: 'Customer_Code',
      message: t('{label} is required', { label: t('Customer Code') }),
    })
  if (fields.Planned_At === null && !problems.some(({ field }) => field === 'Planned_Date')) {
    problems.push({ field: 'Planned_Date', message: t('{label} is required', { label: t('Planned Date') }) })
  }
  const customer = match ? match.customer : await lockCustomer(ctx, visits.tx, fields.Customer_Code)
  const { plan, isMoved } = await savePlan(ctx, visits, customer, fields, {
    problems,
    ...(movesPlan !== undefined && { seen: movesPlan }),
  })
  return { status: isMoved ? 200 : 201, body: plan }
}
