import { accountEntity } from '#domain/access/account-fields.ts'
import { isLocalOnly, ConfigError } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { newId } from '../store/new-id.ts'
import { claimSetting, hasSetting } from '../store/settings.ts'
import { findByEmail, insertAccount, type Account } from './account-store.ts'
import { recordAccountHistory } from './account-history.ts'
import { createLink } from './one-time-link.ts'
import { hashPassword, problemOfPassword } from './sign-in/password.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

/** Stores the id of the first administrator; once set, being first no longer makes an administrator. */
export const administratorClaim = 'first-administrator'
const invitationMinutes = 30

/** With open registration, the role must exist and must not be ADMIN. */
export async function checkRegistrationRole(ctx: Context): Promise<void> {
  const { registration, registrationRole } = ctx.config
  if (registration !== 'open') return
  if (registrationRole === 'ADMIN')
    throw new ConfigError('REGISTRATION_ROLE should not be ADMIN: anyone could register')
  if ((await gate(ctx, 'read', 'role').find(registrationRole))?.Role_Code !== registrationRole) {
    throw new ConfigError(`REGISTRATION_ROLE should be the code of a role, not "${registrationRole}"`)
  }
}

/** The message about how to register the administrator while there is none, with a link if others can reach the server. */
export async function inviteFirstAdministrator(ctx: Context, address: string): Promise<string | undefined> {
  if (await hasSetting(ctx.store.read, administratorClaim)) return undefined
  if (isLocalOnly(ctx.config))
    return `The first account registered on this machine becomes the administrator: ${address}/register`
  const { token } = await ctx.store.transaction((tx) =>
    createLink(tx, { purpose: 'first administrator', minutes: invitationMinutes, now: ctx.now() }),
  )
  const site = ctx.config.siteUrl ?? address
  return `Register the administrator within ${invitationMinutes} minutes at ${site}/register?invite=${token}`
}

/** Creates the administrator of the settings before the server accepts requests; true if it was created now. */
export async function createConfiguredAdministrator(ctx: Context): Promise<boolean> {
  const { adminEmail: email, adminPassword: password } = ctx.config
  if (!email || !password || (await findByEmail(ctx.store.read, email))) return false
  const reading = readField(accountEntity.fields.email!, email)
  if ('problem' in reading) throw new ConfigError(`ADMIN_EMAIL: ${reading.problem}`)
  const wrong = await problemOfPassword(password, email)
  if (wrong) throw new ConfigError(`ADMIN_PASSWORD: ${wrong}`)
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username: email.split('@')[0]!,
    email,
    phone: null,
    language: null,
    passwordHash: await hashPassword(password),
    status: 'active',
    role: 'ADMIN',
    version: 1,
    createdAt: now.toISOString(),
  }
  const created = ctx.store.transaction(async (tx) => {
    // If two instances start at once, the second finds the account of the first.
    await claimSetting(tx, administratorClaim, account.id, now)
    if (await findByEmail(tx, email)) return false
    await insertAccount(tx, account)
    recordAccountHistory(ctx, tx, 'create', null, account)
    return true
  })
  return created.catch((error: unknown) => {
    if (ctx.store.dialect.explain(error)?.kind === 'duplicate') return false
    throw error
  })
}
