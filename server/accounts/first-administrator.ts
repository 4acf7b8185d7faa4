import { randomBytes } from 'node:crypto'
import { isLoopback, SettingRefusal } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { claimSetting, hasSetting } from '../store/settings.ts'
import { findByEmail, insertAccount, type Account } from './account-store.ts'
import { remember } from './account-history.ts'
import { hashPassword, problemOfPassword } from './password.ts'
import { hashToken } from './session-store.ts'

/** Written once, with the id of the first administrator: from then on nobody becomes one by being first. */
export const administratorClaim = 'first-administrator'
const minutesOfInvitation = 30
const purpose = 'first administrator'

/** Makes sure there is a way to become administrator, and says in one sentence which. */
export async function prepareFirstAdministrator(ctx: Context, address: string): Promise<string | undefined> {
  const { adminEmail, adminPassword, host } = ctx.config
  if (adminEmail && adminPassword) return createFromSettings(ctx, adminEmail, adminPassword)
  if (await hasSetting(ctx.store.read, administratorClaim)) return undefined
  if (isLoopback(host)) return `The first account registered becomes the administrator: ${address}/register`
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(ctx.now().getTime() + minutesOfInvitation * 60_000).toISOString()
  await ctx.store.transaction((tx) =>
    tx
      .insertInto('one_time_link')
      .values({ token_hash: hashToken(token), purpose, expires_at: expires })
      .execute(),
  )
  return `Register the administrator within ${minutesOfInvitation} minutes at ${address}/register?invite=${token}`
}

async function createFromSettings(
  ctx: Context,
  email: string,
  password: string,
): Promise<string | undefined> {
  if (await findByEmail(ctx.store.read, email)) return undefined
  const wrong = await problemOfPassword(password, email)
  if (wrong) throw new SettingRefusal(`ADMIN_PASSWORD: ${wrong}`)
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username: email.split('@')[0]!,
    email,
    phone: null,
    passwordHash: await hashPassword(password),
    status: 'active',
    role: 'ADMIN',
    version: 1,
    createdAt: now.toISOString(),
  }
  await ctx.store.transaction(async (tx) => {
    // Two instances starting at once: the second finds the first one's account.
    await claimSetting(tx, administratorClaim, account.id, now)
    if (await findByEmail(tx, email)) return
    await insertAccount(tx, account)
    await remember(ctx, tx, 'create', null, account)
  })
  return `The administrator ${email} was created from ADMIN_EMAIL; log in with ADMIN_PASSWORD`
}

/** True once for a printed link that is still good; it is used up by that. */
export async function takeInvitation(tx: Tx, token: string, now: Date): Promise<boolean> {
  const taken = await tx
    .deleteFrom('one_time_link')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
