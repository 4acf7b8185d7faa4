import type { Actor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { showDay } from '#domain/dates.ts'
import { foldText } from '#domain/text.ts'
import type { HandedOver } from '#domain/visits/assignment.ts'
import { actorOf } from '../access/why-service.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { HandoverRequest } from './handover-request.ts'

/** Whoever takes customers over, and their account; undefined where nobody takes them. */
export interface Receiver {
  name: string
  account: Extract<Actor, { kind: 'account' }> | undefined
}

/** Read before anything is held: others who hand over at the same moment do not wait for it. */
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
    .where('email_key', '=', foldText(String(employee['email']).trim()))
    .where('status', '=', 'active')
    .executeTakeFirst()
  return { name: String(employee['name']), account: row && (await actorOf(db, String(row['id']))) }
}

/** What the receiver's account will see of what is handed over, in a sentence without an end. */
export function receiverInWords(
  receiver: Receiver | undefined,
  { move: { from, until } }: HandoverRequest,
  { customers, plans }: Pick<HandedOver, 'customers' | 'plans'>,
): string | null {
  if (!receiver) return null
  const { name, account } = receiver
  const which = customersMeant(customers, plans)
  if (!account) return `${name} has no active account, and sees nothing of ${which} here`
  const { allowed, because } = can(account, 'read', 'customer')
  if (!allowed) return `${account.name} does not see ${which}: ${because}`
  const begin = customers > 0 ? ` from ${showDay(from)}` : ' from now on'
  return `${account.name} sees ${which}${begin}${until === null ? '' : ` until ${showDay(until)}`}`
}

function customersMeant(customers: number, plans: number): string {
  if (customers === 0) return plans === 1 ? 'the customer of this plan' : 'the customers of these plans'
  return customers === 1 ? 'this customer' : `these ${customers.toLocaleString('en-IN')} customers`
}
