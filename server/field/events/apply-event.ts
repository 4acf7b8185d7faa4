import { nameOfActor, system } from '#domain/access/actor.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'
import { readText } from '#domain/catalogue/reading/read-text.ts'
import type { FieldEvent, ProposalValues } from '#domain/field/events.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { storableText } from '#domain/text.ts'
import type { Context } from '../../core/context.ts'
import { gate } from '../../core/gate.ts'
import { writeComment } from '../../record-page/comment-service.ts'
import type { Tx } from '../../store/dialect.ts'
import { undoRecording } from '../../visits/undo-visit.ts'
import type { Customer } from '../../visits/visit-store.ts'
import { applyVisit } from './apply-visit.ts'
import { findCustomer, type FoundCustomer } from './event-customer.ts'
import { accepted, findEventToChange, updateEvent, type Outcome } from './event-store.ts'
import { marksOfTime, marksOfUndo } from './marks.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

export interface EventToApply {
  event: FieldEvent
  time: EventTime
  /** Values that were found not valid. */
  dropped: ReadonlySet<string>
  /** The customer, if an event waited for it. */
  found?: FoundCustomer
  /** The user waits for the answer, and decides about a conflict. */
  isAwaited?: boolean
}

/** Applies an event in an open transaction as its account; throws a problem if it is refused. */
export async function applyEvent(ctx: Context, tx: Tx, toApply: EventToApply): Promise<Outcome> {
  const { event, time } = toApply
  const outcome =
    event.kind === 'undo' ? await undoEvent(ctx, tx, event, time) : await applyToCustomer(ctx, tx, toApply)
  return { ...outcome, marks: [...outcome.marks, ...marksOfTime(ctx, time)] }
}

async function applyToCustomer(
  ctx: Context,
  tx: Tx,
  { event, time, dropped, found: known, isAwaited = false }: EventToApply,
): Promise<Outcome> {
  const found = known ?? (await findCustomer(ctx, tx, event, time))
  if (found.waitsFor !== undefined)
    return {
      ...accepted,
      state: 'waiting',
      message: t('It is kept until the office has decided about the proposed customer'),
      waitsFor: found.waitsFor,
    }
  if (event.kind === 'visit' || event.kind === 'plan')
    return applyVisit(ctx, tx, { event, time, dropped, found, isAwaited })
  if (event.kind === 'photo' || event.kind === 'undo')
    throw conflict(t('A photo is sent as an image, to the address for photos of the field app'))
  const { customer, marks } = found
  if (event.kind === 'proposal')
    return { ...(await propose(ctx, tx, event.values, { event, time, customer })), marks }
  if (!customer)
    throw conflict(
      t('The customer was deleted or is no longer among yours. Copy this out and tell the office'),
    )
  const outcome = { ...accepted, customerId: customer.id, marks }
  if (event.kind === 'comment') {
    const body = readText('Comment', limits.freeText, event.values.body, 'many')
    if ('problem' in body) throw invalid([{ field: 'body', message: body.problem }])
    if (body.value === '')
      throw invalid([{ field: 'body', message: t('{label} is required', { label: t('Comment') }) }])
    await writeComment(ctx, tx, { entity: 'customer', recordId: customer.id, body: body.value }, time.at)
    return outcome
  }
  const message = await setPlace(ctx, tx, { event, time, customer })
  return { ...outcome, message }
}

/** Undoes the visit that another event of the account recorded, or discards it while it waits. */
async function undoEvent(
  ctx: Context,
  tx: Tx,
  { values, account }: FieldEvent<'undo'>,
  time: EventTime,
): Promise<Outcome> {
  const recorded = await findEventToChange(ctx, tx, values.event.toLowerCase())
  if (!recorded || recorded.account_id !== account)
    throw conflict(t('The visit that this undoes has not arrived, so there is nothing to undo'))
  const customerId = recorded.customer_id
  if (recorded.state === 'waiting') {
    await updateEvent(tx, recorded.id, { ...accepted, message: t('It was undone') })
    return { ...accepted, customerId }
  }
  if (recorded.visit_id === null) throw conflict(t('Nothing was recorded that could be undone'))
  const visits = gate(ctx, 'create', 'visit').using(tx)
  const undone = { moment: time.at, requestId: recorded.id }
  const { body } = await undoRecording(ctx, visits, recorded.visit_id, undone)
  const { visit } = body
  return {
    ...accepted,
    customerId,
    marks: marksOfUndo(ctx, recorded),
    visit: visit && { id: visit.id, Visit_ID: visit.Visit_ID, version: visit.version },
  }
}

interface ProposalEvent {
  event: FieldEvent
  time: EventTime
  customer: Customer | undefined
}

/** The fields of a customer that a proposal may have: its location is stored beside it. */
const proposable = new Set([...Object.keys(entities.customer.fields), 'Place'])

/** The database reads these members, and PostgreSQL fails at what it cannot store as text. */
const storable = (values: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      storableText(name),
      value === null ? null : storableText(value),
    ]),
  )

/** Stores a proposal under the id of its event; the office decides it. */
async function propose(
  ctx: Context,
  tx: Tx,
  { type, values, before, remarks = '' }: ProposalValues,
  { event, time, customer }: ProposalEvent,
): Promise<Outcome> {
  if (type === 'correction' && !customer)
    throw conflict(
      t('The customer was deleted or is no longer among yours. Copy this out and tell the office'),
    )
  const unknown = Object.keys(values).find((name) => !proposable.has(name))
  if (unknown !== undefined)
    throw invalid([
      {
        field: unknown,
        message: t('{key} is not a field of {noun}', { key: unknown.slice(0, 60), noun: t('a customer') }),
      },
    ])
  const text = readText('Remarks', limits.freeText, remarks, 'many')
  if ('problem' in text) throw invalid([{ field: 'remarks', message: text.problem }])
  await tx
    .insertInto('proposal')
    .values({
      id: event.id,
      type,
      account_id: event.account,
      by_name: nameOfActor(ctx.actor),
      recorded_at: time.at.toISOString(),
      received_at: ctx.now().toISOString(),
      customer_id: customer?.id ?? null,
      proposed_values: JSON.stringify(storable(values)),
      before_values: JSON.stringify(storable(before ?? {})),
      remarks: text.value,
      state: 'open',
      note: null,
      decided_at: null,
      decided_by: null,
      batch_id: null,
    })
    .execute()
  return { ...accepted, customerId: customer?.id ?? null, message: t('The office decides about it') }
}

/** Sets the location of a customer that has none; otherwise the office decides, because it was chosen on purpose. */
async function setPlace(
  ctx: Context,
  tx: Tx,
  { event, time, customer }: ProposalEvent & { event: FieldEvent<'location'>; customer: Customer },
): Promise<string | null> {
  const { Customer_Code } = customer
  const reading = readField(entities.customerPlace.fields.Place, event.values.Place.trim())
  if ('problem' in reading) throw invalid([{ field: 'Place', message: reading.problem }])
  const systemCtx = { ...ctx, actor: system('a phone sent the location') }
  const places = gate(systemCtx, 'create', 'customerPlace', ctx.actor).using(tx)
  const current = await places.find(Customer_Code)
  if (!current) {
    await places.insert({ Customer_Code, Place: reading.value })
    return null
  }
  if (current.Place === reading.value) return null
  const proposal: ProposalValues = {
    type: 'correction',
    values: { Place: reading.value },
    before: { Place: current.Place },
    remarks: '',
  }
  return (await propose(ctx, tx, proposal, { event, time, customer })).message
}
