import { nameOfActor } from '#domain/access/actor.ts'
import type { Phone, PhoneList } from '#domain/api/field/phones.ts'
import { notFound } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { endSessions } from '../../accounts/sign-in/session-store.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import { findPhoneRow, listPhoneRows, revokePhoneRow, type PhoneRow } from './phone-store.ts'

export async function listPhones(ctx: Context): Promise<PhoneList> {
  requireRight(ctx, 'read', 'account')
  return { items: (await listPhoneRows(ctx.store.read)).map(toPhone) }
}

/**
 * Nothing is accepted with the key of a revoked phone, and it gets no more data; doing it again changes nothing. The sessions of
 * its account end, because one of them is on the phone; an administrator who revokes an own phone stays logged in.
 */
export async function revokePhone(ctx: Context, id: string): Promise<Phone> {
  requireRight(ctx, 'update', 'account')
  const key = id.toLowerCase()
  return ctx.store.transaction(async (tx) => {
    const row = await findPhoneRow(tx, key)
    if (!row) throw notFound(t('There is no phone {id} here', { id }))
    if (row.revoked_at !== null) return toPhone(row)
    const { actor } = ctx
    const except = actor.kind === 'account' && actor.id === row.account_id ? actor.sessionId : undefined
    // Sessions are locked before phones, as when a phone is registered.
    const sessions = await endSessions(tx, row.account_id, except === undefined ? {} : { except })
    const revoked = { revoked_at: ctx.now().toISOString(), revoked_by: nameOfActor(actor) }
    if (await revokePhoneRow(tx, key, revoked))
      recordEvent(tx, ctx, {
        action: 'phone revoked',
        entity: 'fieldDevice',
        record: row.id,
        details: {
          phone: row.label,
          username: row.username ?? row.account_id,
          waiting: row.waiting,
          sessions,
        },
      })
    return toPhone({ ...row, ...revoked })
  })
}

const toPhone = (row: PhoneRow): Phone => ({
  id: row.id,
  label: row.label,
  account:
    row.username === null
      ? null
      : { id: row.account_id, username: row.username, isDisabled: row.account_status === 'disabled' },
  createdAt: row.created_at,
  lastAt: row.last_at,
  syncedAt: row.synced_at,
  waiting: row.waiting,
  clockOffset: row.clock_offset,
  app: row.app,
  revokedAt: row.revoked_at,
  revokedBy: row.revoked_by,
})
