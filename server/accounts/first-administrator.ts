import { isForThisMachine, SettingRefusal } from '../config.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { newId } from '../store/new-id.ts'
import { claimSetting, hasSetting } from '../store/settings.ts'
import { findByEmail, insertAccount, type Account } from './account-store.ts'
import { accountEntity } from './account-fields.ts'
import { remember } from './account-history.ts'
import { makeLink } from './one-time-link.ts'
import { hashPassword, problemOfPassword } from './password.ts'

/** Written once, with the id of the first administrator: from then on nobody becomes one by being first. */
export const administratorClaim = 'first-administrator'
const minutesOfInvitation = 30

/** With open registration, everyone gets a role that exists and is not the administrator's. */
export async function checkRegistrationRole(ctx: Context): Promise<void> {
  const { registration, registrationRole } = ctx.config
  if (registration !== 'open') return
  if (registrationRole === 'ADMIN')
    throw new SettingRefusal('REGISTRATION_ROLE should not be ADMIN: anyone could register')
  if ((await gate(ctx, 'read', 'role').find(registrationRole))?.['Role_Code'] !== registrationRole) {
    throw new SettingRefusal(`REGISTRATION_ROLE should be the code of a role, not "${registrationRole}"`)
  }
}

/** The way to become administrator while there is none, in one sentence; with the link it needs where others can reach the server. */
export async function inviteFirstAdministrator(ctx: Context, address: string): Promise<string | undefined> {
  if (await hasSetting(ctx.store.read, administratorClaim)) return undefined
  if (isForThisMachine(ctx.config))
    return `The first account registered on this machine becomes the administrator: ${address}/register`
  const { token } = await ctx.store.transaction((tx) =>
    makeLink(tx, { purpose: 'first administrator', minutes: minutesOfInvitation, now: ctx.now() }),
  )
  const site = ctx.config.siteUrl ?? address
  return `Register the administrator within ${minutesOfInvitation} minutes at ${site}/register?invite=${token}`
}

/** Creates the administrator whom the settings name, before anyone can reach the server; true when this was the time. */
export async function createConfiguredAdministrator(ctx: Context): Promise<boolean> {
  const { adminEmail: email, adminPassword: password } = ctx.config
  if (!email || !password || (await findByEmail(ctx.store.read, email))) return false
  const reading = accountEntity.fields['email']!.read(email)
  if ('problem' in reading) throw new SettingRefusal(`ADMIN_EMAIL: ${reading.problem}`)
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
  const created = ctx.store.transaction(async (tx) => {
    // Two instances starting at once: the second finds the first one's account.
    await claimSetting(tx, administratorClaim, account.id, now)
    if (await findByEmail(tx, email)) return false
    await insertAccount(tx, account)
    remember(ctx, tx, 'create', null, account)
    return true
  })
  return created.catch((error: unknown) => {
    if (ctx.store.dialect.explain(error)?.kind === 'duplicate') return false
    throw error
  })
}
