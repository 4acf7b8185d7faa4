import { randomBytes } from 'node:crypto'
import type { registerDevice as endpoint } from '#domain/api/field/sync.ts'
import type { AnswerOf, BodyOf } from '#domain/api/endpoint.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { readText } from '#domain/catalogue/reading/read-text.ts'
import { isUuid } from '#domain/field/parse-event.ts'
import { forbidden, invalid, unauthenticated, type FieldProblem } from '#domain/problem.ts'
import { hashToken, lockSession } from '../../accounts/sign-in/session-store.ts'
import { deviceKeyPrefix } from '../../accounts/tokens/device-key-store.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { findDevice, saveDevice } from './device-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Registers a phone for the account, and returns its key once; only the hash of it is stored. Registering it again ends the
 * earlier key. Each account on a phone has an id of its own, so that the keys of one are not ended by another.
 */
export async function registerDevice(
  ctx: Context,
  { id: given, label }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  requireRight(ctx, 'create', 'visit')
  if (ctx.actor.kind !== 'account') throw forbidden(t('Only an account can register a phone'))
  const { id: accountId, sessionId } = ctx.actor
  const problems: FieldProblem[] = []
  if (!isUuid(given)) problems.push({ field: 'id', message: t('Device should be a UUID') })
  const name = readText('Label', limits.name, label)
  if ('problem' in name) problems.push({ field: 'label', message: name.problem })
  if (problems.length > 0 || 'problem' in name) throw invalid(problems)
  const id = given.toLowerCase()
  const key = `${deviceKeyPrefix}${randomBytes(32).toString('base64url')}`
  await ctx.store.transaction(async (tx) => {
    // A change of the password ends the sessions and then the keys: a session that exists here has its key ended afterwards.
    if (!(await lockSession(tx, ctx.store.dialect, sessionId))) throw unauthenticated()
    const known = await findDevice(tx, id)
    if (known && known.account_id !== accountId && !known.isOrphaned)
      throw forbidden(t('This phone is registered for another account. Register it under another id'))
    if (known && known.revoked_at !== null)
      throw forbidden(t('This phone was revoked by an administrator. It can only send what it holds'))
    const device = { id, account_id: accountId, label: name.value, key_hash: hashToken(key) }
    await saveDevice(tx, device, ctx.now().toISOString())
  })
  return { key }
}
