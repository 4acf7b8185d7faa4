import { accountHistory } from '#domain/access/account-fields.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import { writeHistory } from '../store/history/history-store.ts'
import { saveAccount, type Account } from './account-store.ts'
import { recordOf } from './account-view.ts'
import { t } from '#domain/messages/t.ts'

/** A change of the password, which the fields of an account do not show. */
type PasswordChange =
  | 'changed'
  | 'reset link made'
  | 'reset link asked for'
  | 'set by reset link'
  | 'set by invitation'

/** A change of the password, or of the places, second factor, sessions or invitation. */
type AccountChange = PasswordChange | { places?: string; security?: string }

/** Saves an account with its history; refuses when its version is stale. */
export async function saveWithHistory(
  ctx: Context,
  tx: Tx,
  before: Account,
  after: Account,
  note?: AccountChange,
): Promise<void> {
  if (!(await saveAccount(tx, after, ctx.now().toISOString()))) {
    throw conflict(t('This account was changed by someone else meanwhile. Nothing was overwritten'))
  }
  recordAccountHistory(ctx, tx, 'update', before, { ...after, version: after.version + 1 }, note)
}

export function recordAccountHistory(
  ctx: Context,
  tx: Tx,
  action: 'create' | 'update' | 'delete',
  before: Account | null,
  after: Account | null,
  note?: AccountChange,
): void {
  const { id, version } = (after ?? before)!
  writeHistory(tx, accountHistory, ctx, {
    id,
    version: after ? version : version + 1,
    action,
    before: before && recordOf(before),
    after: after && { ...recordOf(after), ...(typeof note === 'string' ? { password: note } : note) },
  })
}
