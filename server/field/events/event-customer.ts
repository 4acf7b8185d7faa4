import { sql } from 'kysely'
import { entities } from '#domain/catalogue/catalogue.ts'
import { can } from '#domain/access/policy.ts'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import type { FieldEvent, Mark } from '#domain/field/events.ts'
import { conflict } from '#domain/problem.ts'
import { ownEmployee } from '../../assignments/own-employee.ts'
import type { Context } from '../../core/context.ts'
import { regardlessOfScope } from '../../core/customer-locks.ts'
import { gate } from '../../core/gate.ts'
import type { Tx } from '../../store/dialect.ts'
import { followMerges } from '../../store/records/former-codes.ts'
import type { Customer } from '../../visits/visit-store.ts'
import { markOf } from './marks.ts'
import { wasInPlaces } from './past-scope.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

export interface FoundCustomer {
  /** Locked; undefined if there is none that the event may be stored for. */
  customer: Customer | undefined
  isOutsideScope: boolean
  marks: readonly Mark[]
  /** The event of the proposal that the office has not decided. */
  waitsFor?: string
}

/** Finds and locks the customer of an event: also one that was renamed, merged or handed over since it was recorded. */
export async function findCustomer(
  ctx: Context,
  tx: Tx,
  { customer }: Pick<FieldEvent, 'customer'>,
  time: EventTime,
): Promise<FoundCustomer> {
  const none = { customer: undefined, isOutsideScope: false }
  if (customer === null) return { ...none, marks: [] }
  if ('id' in customer) return findById(ctx, tx, customer.id.toLowerCase(), time)
  const proposal = await tx
    .selectFrom('proposal')
    .select(['state', 'customer_id', 'account_id'])
    .where('id', '=', customer.proposedBy.toLowerCase())
    // A decision at the same time waits for this event, and then finds it among those that wait.
    .modifyEnd(sql.raw(ctx.store.dialect.updateLock))
    .executeTakeFirst()
  if (!proposal || !('id' in ctx.actor) || proposal.account_id !== ctx.actor.id)
    throw conflict(t('The proposal of this customer has not arrived. Send it first, and then this again'))
  if (proposal.state === 'open') return { ...none, marks: [], waitsFor: customer.proposedBy.toLowerCase() }
  if (proposal.customer_id !== null) return findProposed(ctx, tx, proposal.customer_id)
  return { ...none, marks: [markOf('no-customer', t('The office refused the proposal of this customer'))] }
}

/** The customer that was created from a proposal may be outside the scope of the account that proposed it. */
export async function findProposed(ctx: Context, tx: Tx, id: string): Promise<FoundCustomer> {
  const { customer, isMerged } = await lockAfterMerges(ctx, tx, id)
  if (!customer) return { customer, isOutsideScope: false, marks: [noCustomer()] }
  const isInScope = (await gate(ctx, 'read', 'customer').using(tx).find(customer.id)) !== undefined
  return { customer, isOutsideScope: !isInScope, marks: isMerged ? [mergedInto(customer)] : [] }
}

async function findById(ctx: Context, tx: Tx, id: string, time: EventTime): Promise<FoundCustomer> {
  const visible = await gate(ctx, 'read', 'customer').using(tx).lock(id)
  if (visible) return { customer: visible, isOutsideScope: false, marks: [] }
  const { customer, isMerged } = await lockAfterMerges(ctx, tx, id)
  const gone = { customer: undefined, isOutsideScope: false, marks: [noCustomer()] }
  if (!customer) return gone
  const isInScope = (await gate(ctx, 'read', 'customer').using(tx).find(customer.id)) !== undefined
  if (!isInScope && !(await wasOwn(ctx, tx, { customer, formerId: id }, time))) return gone
  return {
    customer,
    isOutsideScope: !isInScope,
    marks: [
      ...(isMerged ? [mergedInto(customer)] : []),
      ...(isInScope
        ? []
        : [markOf('outside-scope', t('The customer is no longer in the scope of the user'))]),
    ],
  }
}

const noCustomer = (): Mark =>
  markOf('no-customer', t('The customer was deleted, or was not in the scope of the user'))

const mergedInto = ({ Customer_Code: code }: Customer): Mark =>
  markOf('merged', t('The customer was merged into {code}', { code }))

/** Locks the customer, or the one that it was merged into, whatever the scope of the account. */
async function lockAfterMerges(
  ctx: Context,
  tx: Tx,
  id: string,
): Promise<{ customer: Customer | undefined; isMerged: boolean }> {
  const { lock } = gate(regardlessOfScope(ctx), 'read', 'customer').using(tx)
  const { record: customer, isMerged } = await followMerges(tx, entities.customer, id, lock)
  return { customer, isMerged }
}

/** Days around the event on which an assignment, a plan or a place counts: a pack may be some days old. */
const daysAround = 30

/**
 * Whether the account has visited the customer before, or whether around that day or later it was assigned to the account's
 * employee, planned for the account, or in its places.
 */
async function wasOwn(
  ctx: Context,
  tx: Tx,
  about: { customer: Customer; formerId: string },
  { day }: EventTime,
): Promise<boolean> {
  const account = ctx.actor.kind === 'account' ? ctx.actor.id : null
  const employee = can(ctx.actor, 'read', 'employee').allowed ? await ownEmployee(ctx, tx) : null
  const [from, until] = [addDays(day, -daysAround), addDays(day, daysAround)]
  const code = about.customer.Customer_Code
  if (employee !== null) {
    const assignment = await tx
      .selectFrom('assignment')
      .select('id')
      .where('customer_code', '=', code)
      .where('employee_number', '=', employee)
      .where('from_day', '<=', until)
      .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', from)]))
      .executeTakeFirst()
    if (assignment) return true
  }
  const { timeZone } = ctx.config
  const since = instantAt(from, '00:00', timeZone)
  const visit = await tx
    .selectFrom('visit')
    .select('id')
    .where('customer_code', '=', code)
    .where((is) =>
      is.or([
        is('recorded_by', '=', account),
        is.and([
          is('planned_at', '>=', since),
          is('planned_at', '<', instantAt(until, '00:00', timeZone)),
          is.or([
            is('planned_by', '=', account),
            ...(employee === null ? [] : [is('assigned_to', '=', employee)]),
          ]),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (visit) return true
  return ctx.actor.kind === 'account' && wasInPlaces(tx, ctx.actor, about, since)
}
