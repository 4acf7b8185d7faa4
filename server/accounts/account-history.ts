import { conflict } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { writeHistory } from '../store/history-store.ts'
import { accountHistory } from './account-fields.ts'
import { saveAccount, type Account } from './account-store.ts'
import { recordOf } from './account-view.ts'

/** What was done about a password: the one change that the values of an account do not show. */
type PasswordNote =
  | 'changed'
  | 'reset link made'
  | 'reset link asked for'
  | 'set by reset link'
  | 'set by invitation'

/** The same about the places that were given to it, its second factor, its sessions and the link it was invited with. */
type Note = PasswordNote | { places?: string; security?: string }

/** Saves an account with its history; refuses when somebody else changed it since. */
export async function keep(
  ctx: Context,
  tx: Tx,
  before: Account,
  after: Account,
  note?: Note,
): Promise<void> {
  if (!(await saveAccount(tx, after, ctx.now().toISOString()))) {
    throw conflict('This account was changed by someone else meanwhile. Nothing was overwritten')
  }
  remember(ctx, tx, 'update', before, { ...after, version: after.version + 1 }, note)
}

export function remember(
  ctx: Context,
  tx: Tx,
  action: 'create' | 'update' | 'delete',
  before: Account | null,
  after: Account | null,
  note?: Note,
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
