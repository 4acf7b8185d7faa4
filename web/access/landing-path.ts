import { decide } from '#domain/access/allowances.ts'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { actorOf } from '../api/session-account.ts'

/** The page after a log-in that asked for none: the day's stops for accounts that visit customers of a part of the firm. */
export function landingPath(account: OwnAccountView | null): string {
  if (!account || account.access.scope === 'everything') return '/'
  const actor = actorOf({ token: '', account })
  const isField = decide(actor, 'read', 'customer').allowed && decide(actor, 'create', 'visit').allowed
  return isField ? '/today' : '/'
}
