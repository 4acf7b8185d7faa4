import { customerName, shownName } from '#domain/catalogue/names/shown-name.ts'
import { nameOfActor } from '#domain/access/actor.ts'
import type { Approval, ProposalView } from '#domain/api/field/proposals.ts'
import { entities, entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { isMasked } from '#domain/mask.ts'
import { conflict, invalid, notFound, type Problem } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import { t } from '#domain/messages/t.ts'
import { beginBatch } from '../../changes/batch-service.ts'
import type { Context } from '../../core/context.ts'
import { lockCustomer } from '../../core/customer-locks.ts'
import { dynamicGate, gate, requireRight } from '../../core/gate.ts'
import { once, type Answer } from '../../core/idempotency.ts'
import { createInTransaction, updateInTransaction } from '../../records/record-service.ts'
import { duplicateProblem } from '../../records/unique-violation.ts'
import type { Tx } from '../../store/dialect.ts'
import { findAfterMerges } from '../../store/records/former-codes.ts'
import { applyWaitingEvents, refuseWaitingEvents } from '../events/waiting-events.ts'
import { findVisible, missingProposal } from './proposal-service.ts'
import { changeProposal, countWaitingFor, lockProposal, type ProposalRow } from './proposal-store.ts'
import { proposedValues, toProposalView, type TextsByField } from './proposal-view.ts'

type Customer = NonNullable<ProposalView['customer']>
type Given = Readonly<Record<string, unknown>>
type Work = (tx: Tx, row: ProposalRow) => Promise<ProposalView>

/** Approves a proposal: the ordinary create or update of the customer, in a batch that can be undone. */
export async function approveProposal(
  ctx: Context,
  id: string,
  approval: Approval,
): Promise<Answer<ProposalView>> {
  const { type } = await findVisible(ctx, id)
  const isNew = type === 'new customer' && approval.customer === undefined
  requireRight(ctx, isNew ? 'create' : 'update', 'customer')
  const { Place: place, ...values } = approval.values
  try {
    return await decideOnce(ctx, ['approve', id, approval], id, async (tx, row) => {
      const proposed = proposedValues(row)
      const isUsed = row.type === 'new customer' && !isNew
      // Visits that go to an existing customer are no part of the batch, so undoing it would only seem to undo them.
      const isUndoable = !isUsed || (await countWaitingFor(tx, row.id)) === 0
      const about = { kind: 'proposal', entity: 'customer', title: titleOf(row, proposed, isNew) } as const
      const batchCtx: Context = isUndoable ? await beginBatch(ctx, tx, about) : ctx
      const saving = withoutMasks(values, proposed)
      const customer =
        row.type === 'correction'
          ? await correctCustomer(batchCtx, tx, row, approval, saving)
          : isNew
            ? await createCustomer(batchCtx, tx, saving)
            : await findExisting(batchCtx, tx, approval.customer!)
      if (!isUsed && !isBlank(place)) await savePlace(batchCtx, tx, customer, place, approval.placeVersion)
      const note = isUsed
        ? t('It is customer {code} {name}', { code: customer.code, name: customer.name })
        : describeChanges(proposed, approval.values)
      const cells = { customer_id: customer.id, batch_id: batchCtx.batchId ?? null }
      const decided = await writeDecision(batchCtx, tx, row, { ...cells, state: 'approved', note })
      await applyWaitingEvents(batchCtx, tx, row.id, customer.id)
      return toProposalView(decided, customer)
    })
  } catch (error) {
    const records = dynamicGate(ctx, 'read', 'customer')
    throw (
      (await duplicateProblem(records, { Customer_Code: textOf(values['Customer_Code']) }, error)) ?? error
    )
  }
}

/** Refuses a proposal; visits that waited for its customer are kept without one. */
export async function refuseProposal(
  ctx: Context,
  id: string,
  reason: string,
): Promise<Answer<ProposalView>> {
  await findVisible(ctx, id)
  return decideOnce(ctx, ['refuse', id, reason], id, async (tx, row) => {
    const decided = await writeDecision(ctx, tx, row, { state: 'refused', note: reason })
    await refuseWaitingEvents(ctx, tx, row.id)
    const record = row.customer_id && (await gate(ctx, 'read', 'customer').using(tx).find(row.customer_id))
    return toProposalView(decided, record ? toCustomer(record) : null)
  })
}

/** Decides a locked proposal that is still open, once per Idempotency-Key. */
function decideOnce(ctx: Context, request: unknown, id: string, work: Work): Promise<Answer<ProposalView>> {
  return once(ctx, request, (keep) =>
    ctx.store.transaction(async (tx) => {
      const row = await lockProposal(tx, ctx.store.dialect, id.toLowerCase())
      if (!row) throw missingProposal(id)
      if (row.state !== 'open') throw decidedAlready(ctx, row)
      return keep(tx, { status: 200, body: await work(tx, row) })
    }),
  )
}

/** "Anita approved this proposal already, on 17/11/2026 at 10:42" */
function decidedAlready({ config: { timeZone } }: Context, row: ProposalRow): Problem {
  const { day, time } = wallClock(new Date(row.decided_at!), timeZone)
  return conflict(
    t(
      '{state, select, approved {{by} approved this proposal already, on {date} at {time}} other {{by} refused this proposal already, on {date} at {time}}}',
      { state: row.state, by: row.decided_by ?? '', date: formatDate(day), time: time.slice(0, 5) },
    ),
  )
}

async function writeDecision(
  ctx: Context,
  tx: Tx,
  row: ProposalRow,
  decision: Partial<ProposalRow>,
): Promise<ProposalRow> {
  const cells = {
    ...decision,
    decided_at: ctx.now().toISOString(),
    decided_by: nameOfActor(ctx.actor),
  }
  await changeProposal(tx, row.id, cells)
  return { ...row, ...cells }
}

const toCustomer = (record: StoredRecord): Customer => ({
  id: record.id,
  code: textAt(record, 'Customer_Code'),
  name: shownName(textAt(record, 'Customer_Name'), record['Local_Name']),
})

const createCustomer = async (ctx: Context, tx: Tx, values: Given): Promise<Customer> =>
  toCustomer(await createInTransaction(ctx, tx, 'customer', values))

async function correctCustomer(
  ctx: Context,
  tx: Tx,
  row: ProposalRow,
  { customer: chosen, version }: Approval,
  values: Given,
): Promise<Customer> {
  const id = chosen ?? row.customer_id
  const writer = gate(ctx, 'update', 'customer').using(tx)
  const current = id === null ? undefined : await writer.find(id)
  if (!current) throw await missingCustomer(ctx, tx, id)
  if (Object.keys(values).length === 0) return toCustomer(current)
  if (version === undefined)
    throw invalid([
      { field: 'version', message: t('version is required: send the version that was changed') },
    ])
  const request = { idOrCode: current.id, input: values, fields: 'some', version } as const
  return toCustomer(await updateInTransaction(ctx, tx, 'customer', request))
}

async function findExisting(ctx: Context, tx: Tx, id: string): Promise<Customer> {
  const found = await gate(ctx, 'read', 'customer').using(tx).find(id)
  const locked = found && (await lockCustomer(ctx, tx, found.Customer_Code))
  if (!locked) throw await missingCustomer(ctx, tx, id)
  return toCustomer(locked)
}

async function missingCustomer(ctx: Context, tx: Tx, id: string | null): Promise<Problem> {
  const kept = id === null ? undefined : (await findAfterMerges(tx, entities.customer, id))?.id
  const record = kept === undefined ? undefined : await gate(ctx, 'read', 'customer').using(tx).find(kept)
  if (!record)
    return notFound(
      t(
        'The customer was deleted, or is outside of what you see. Choose another one, or refuse the proposal',
      ),
    )
  return conflict(
    t('The customer was merged into {code} {name}. Choose that one, or refuse the proposal', {
      code: record.Customer_Code,
      name: customerName(record),
    }),
  )
}

async function savePlace(
  ctx: Context,
  tx: Tx,
  { code }: Customer,
  place: unknown,
  version: number | undefined,
): Promise<void> {
  const current = await gate(ctx, 'read', 'customerPlace').using(tx).find(code)
  const input = { Customer_Code: code, Place: place }
  if (!current) {
    await createInTransaction(ctx, tx, 'customerPlace', input)
    return
  }
  if (version === undefined)
    throw conflict(t('The location of the customer was set by someone else meanwhile. Nothing was saved'))
  const request = { idOrCode: current.id, input: { Place: place }, fields: 'some', version } as const
  await updateInTransaction(ctx, tx, 'customerPlace', request)
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A masked value stands for the proposed one, which this account does not see. */
function withoutMasks(values: Given, proposed: TextsByField): Given {
  const { fields } = entityNamed('customer')
  const unmasked = Object.entries(values).map(([name, value]): [string, unknown] => [
    name,
    isMasked(value) && fields[name]?.sensitive ? (proposed[name] ?? value) : value,
  ])
  return Object.fromEntries(unmasked)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

const labelOf = (name: string): string => {
  const field = entityNamed(name === 'Place' ? 'customerPlace' : 'customer').fields[name]
  return field ? t(field.label) : name
}

/** What the office changed of the proposal, for the representative; null if nothing. */
function describeChanges(proposed: TextsByField, saved: Given): string | null {
  const names = Object.keys(proposed).filter((name) => !isBlank(proposed[name]))
  const shown = (name: string): string => textOf(saved[name])
  const leftOut = names.filter((name) => shown(name) === '')
  const changed = names.filter(
    (name) => !leftOut.includes(name) && !isMasked(shown(name)) && shown(name) !== proposed[name]!.trim(),
  )
  const sentences = [
    ...(changed.length > 0
      ? [t('The office changed {fields}', { fields: formatList(changed.map(labelOf)) })]
      : []),
    ...(leftOut.length > 0
      ? [t('The office left out {fields}', { fields: formatList(leftOut.map(labelOf)) })]
      : []),
  ]
  return sentences.length > 0 ? sentences.join('. ') : null
}

function titleOf({ type, by_name: by }: ProposalRow, proposed: TextsByField, isNew: boolean): string {
  const name = proposed['Customer_Name'] ?? ''
  if (type === 'new customer')
    return isNew
      ? t('New customer {name}, proposed by {by}', { name, by })
      : t('Proposal of {by} attached to an existing customer', { by })
  return t('Correction of {fields}, proposed by {by}', {
    fields: formatList(Object.keys(proposed).map(labelOf)),
    by,
  }).slice(0, 200)
}
