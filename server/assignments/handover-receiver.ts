import type { Actor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { foldText } from '#domain/text.ts'
import type { HandoverResult } from '#domain/api/visits/handovers.ts'
import { actorOf } from '../access/explain-service.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import type { HandoverRequest } from './handover-request.ts'
import { t } from '#domain/messages/t.ts'

/** The employee who receives the customers, and their account. */
export interface Receiver {
  name: string
  account: Extract<Actor, { kind: 'account' }> | undefined
}

/** Read before any lock is taken, so that concurrent hand-overs do not wait for it. */
export async function receiverOf(
  ctx: Context,
  { move: { to } }: HandoverRequest,
): Promise<Receiver | undefined> {
  const employee = to === null ? undefined : await gate(ctx, 'read', 'employee').find(to)
  if (!employee) return undefined
  const db = ctx.store.read
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', foldText(employee.email.trim()))
    .where('status', '=', 'active')
    .executeTakeFirst()
  return { name: employee.name, account: row && (await actorOf(db, row.id)) }
}

/** What the receiver's account will see of the hand-over, as a sentence without a full stop. */
export function describeReceiver(
  receiver: Receiver | undefined,
  { move: { from, until } }: HandoverRequest,
  { customers, plans }: Pick<HandoverResult, 'customers' | 'plans'>,
): string | null {
  if (!receiver) return null
  const { name, account } = receiver
  const seen = describeCustomers(customers, plans)
  if (!account)
    return t('{name} has no active account and does not see {customers}', { name, customers: seen })
  const { allowed, because } = can(account, 'read', 'customer')
  const values = { name: account.name, customers: seen }
  if (!allowed) return t('{name} does not see {customers}: {because}', { ...values, because })
  if (customers === 0)
    return until === null
      ? t('{name} sees {customers} from now on', values)
      : t('{name} sees {customers} from now on until {until}', { ...values, until: formatDate(until) })
  return until === null
    ? t('{name} sees {customers} from {from}', { ...values, from: formatDate(from) })
    : t('{name} sees {customers} from {from} until {until}', {
        ...values,
        from: formatDate(from),
        until: formatDate(until),
      })
}

const describeCustomers = (customers: number, plans: number): string =>
  customers === 0
    ? t('{plans, plural, one {the customer of this plan} other {the customers of these plans}}', { plans })
    : t('{customers, plural, one {this customer} other {these # customers}}', { customers })
