import type { Context } from '../../core/context.ts'
import { hasRoom, type DeviceRow } from './device-store.ts'

export interface Contact {
  device: string
  /** The moment of sending, by the clock of the phone. */
  clock: number
  /** The number of events it holds unsent. */
  waiting?: number
}

/** Milliseconds that the clock of the phone is behind that of the server; negative if it is ahead. */
export const clockOffsetOf = (ctx: Pick<Context, 'now'>, { clock }: Pick<Contact, 'clock'>): number =>
  ctx.now().getTime() - clock

/**
 * Stores the contact with a phone of the account. One that was never registered is added without a key, as long as the account has
 * few phones; one of another account stays theirs.
 */
export async function storeContact(
  ctx: Context,
  contact: Contact,
  more: Partial<Pick<DeviceRow, 'synced_at' | 'app'>> = {},
): Promise<void> {
  const { store, actor } = ctx
  if (actor.kind !== 'account' || ctx.viewer) return
  const at = ctx.now().toISOString()
  const cells = {
    ...more,
    last_at: at,
    clock_offset: clockOffsetOf(ctx, contact),
    ...(contact.waiting !== undefined && { waiting: contact.waiting }),
  }
  const { transaction, relaxedTransaction = transaction } = store
  const id = contact.device.toLowerCase()
  await relaxedTransaction(async (tx) => {
    const known = tx.updateTable('field_device').set(cells).where('id', '=', id)
    const { numUpdatedRows } = await known.where('account_id', '=', actor.id).executeTakeFirst()
    if (numUpdatedRows > 0n || !(await hasRoom(tx, actor.id))) return
    await tx
      .insertInto('field_device')
      .values({ id, account_id: actor.id, label: '', created_at: at, waiting: 0, ...cells })
      .onConflict((taken) => taken.column('id').doNothing())
      .execute()
  })
}

/** The same, but a failure is only logged: the request is answered, and the office then sees the contact before. */
export const recordContact = (...given: Parameters<typeof storeContact>): Promise<void> =>
  storeContact(...given).catch((error: unknown) =>
    given[0].log.warn({ err: error }, 'the contact of a phone was not recorded'),
  )
