import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { ownAccount } from './account-service.ts'
import { findById } from './account-store.ts'
import { ownView } from './account-view.ts'
import { hasConsent } from './consent-store.ts'

/** Allows that visits are stored with the location of the person, or withdraws that. The audit keeps every choice. */
export async function chooseLocation(ctx: Context, isAllowed: boolean): Promise<OwnAccountView> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id } = await ownAccount(ctx)
  return ctx.store.transaction(async (tx) => {
    if ((await hasConsent(tx, id)) !== isAllowed) {
      const now = ctx.now().toISOString()
      await tx
        .updateTable('account')
        .set(
          isAllowed
            ? { location_allowed_at: now, location_withdrawn_at: null }
            : { location_withdrawn_at: now },
        )
        .where('id', '=', id)
        .execute()
      const action = isAllowed ? 'location allowed' : 'location withdrawn'
      recordEvent(tx, ctx, { action, entity: 'account', record: id })
    }
    return ownView(tx, (await findById(tx, id))!, ctx.actor)
  })
}
