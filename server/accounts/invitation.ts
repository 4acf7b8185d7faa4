import { system } from '#domain/access/actor.ts'
import type { Scope } from '#domain/access/rights.ts'
import type { LoggedIn } from '#domain/api/accounts/account.ts'
import type { AcceptedInvitation } from '#domain/api/accounts/sign-in.ts'
import type { Invitation, LinkAnswer } from '#domain/api/accounts/users.ts'
import { forbidden, invalid, type Problem } from '#domain/problem.ts'
import {
  hasPlaceLimit,
  administratorPlacesProblem,
  findPlaces,
  savePlaces,
} from '../access/account-places.ts'
import { canBeLimited } from '../access/membership.ts'
import { addressAllowance, countAttempt } from '../core/rate-limit.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { saveWithHistory, recordAccountHistory } from './account-history.ts'
import { deliverLink, invitationMail } from './account-mail.ts'
import { emailTaken } from './account-service.ts'
import { findByEmail, findById, insertAccount, lockAccount, type Account } from './account-store.ts'
import { ownView } from './account-view.ts'
import { accountOfLink, deleteLinksOf, createLink, consumeLink, type OneTimeLink } from './one-time-link.ts'
import { checkChosenPassword, hashPassword, noPassword } from './sign-in/password.ts'
import { findRole } from './user-service.ts'
import { startSession, type Device } from './sign-in/start-session.ts'
import { t } from '#domain/messages/t.ts'

/** An invited account exists at once, without a password, so that it can be changed and deleted like any other. */

const invitationMinutes = 7 * 24 * 60
const purpose = 'invitation'

/** Inviting again before the account is set up creates a new link and revokes the previous one. */
export async function invite(ctx: Context, invitation: Invitation): Promise<LinkAnswer> {
  requireRight(ctx, 'create', 'account')
  const { account, link } = await makeInvitation(ctx, invitation)
  const compose = (site: string): ReturnType<typeof invitationMail> =>
    invitationMail(site, link, account.email)
  return deliverLink(ctx, account, link, invitation.send ? compose : undefined)
}

async function makeInvitation(
  ctx: Context,
  { email, role: wantedRole, places: chosen }: Invitation,
): Promise<{ account: Account; link: OneTimeLink }> {
  const places = chosen === undefined ? undefined : await findPlaces(ctx, chosen)
  try {
    return await ctx.store.transaction(async (tx) => {
      const held = (await findByEmail(tx, email))?.role ?? null
      const found = await findRole(ctx, tx, wantedRole, held)
      if ('problem' in found) throw invalid([found.problem])
      const { code: role } = found
      if (hasPlaceLimit(places) && !canBeLimited([role])) throw invalid([administratorPlacesProblem()])
      const account = await upsertInvitedAccount(ctx, tx, { email, role, places })
      const { id } = account
      if (places !== undefined) await savePlaces(tx, id, places)
      await deleteLinksOf(tx, id)
      const link = await createLink(tx, {
        purpose,
        minutes: invitationMinutes,
        now: ctx.now(),
        accountId: id,
      })
      return { account, link }
    })
  } catch (error) {
    // Another request invited or registered the same address at the same time.
    throw ctx.store.dialect.explain(error)?.kind === 'duplicate' ? emailTaken() : error
  }
}

async function upsertInvitedAccount(
  ctx: Context,
  tx: Tx,
  { email, role, places }: { email: string; role: string; places: Scope | undefined },
): Promise<Account> {
  const note = { security: 'invitation made', ...(places && { places: JSON.stringify(places) }) }
  const existing = await findByEmail(tx, email)
  if (existing && existing.passwordHash !== noPassword) throw emailTaken()
  if (existing) {
    await saveWithHistory(ctx, tx, existing, { ...existing, role, status: 'pending' }, note)
    return existing
  }
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username: email.split('@')[0]!,
    email,
    phone: null,
    language: null,
    passwordHash: noPassword,
    status: 'pending',
    role,
    version: 1,
    createdAt: now.toISOString(),
  }
  await insertAccount(tx, account)
  recordAccountHistory(ctx, tx, 'create', null, account, note)
  return account
}

/** Sets up the invited account with the chosen name and password, and logs in. The e-mail stays the invited one. */
export async function acceptInvitation(
  ctx: Context,
  { token, username, phone, password }: AcceptedInvitation,
  device: Device,
): Promise<LoggedIn> {
  requireRight(ctx, 'create', 'registration')
  const id = await accountOfLink(ctx.store.read, purpose, token, ctx.now())
  const known = id === undefined ? undefined : await findById(ctx.store.read, id)
  // Only wrong links are counted, as with reset links.
  if (!known) {
    await countAttempt(ctx, ['invitation from', ctx.address], addressAllowance)
    throw invalidLink()
  }
  await checkChosenPassword(password, known.email)
  const passwordHash = await hashPassword(password)
  // The caller is not logged in, so the history names the invitation link as the author.
  const author = { ...ctx, actor: system('invitation link') }
  return ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, known.id)
    const isOpen = account?.passwordHash === noPassword && account.status !== 'disabled'
    if (!isOpen || !(await consumeLink(tx, purpose, token, ctx.now()))) throw invalidLink()
    const opened: Account = {
      ...account,
      username,
      phone,
      passwordHash,
      status: account.role === null ? 'pending' : 'active',
    }
    await saveWithHistory(author, tx, account, opened, 'set by invitation')
    const session = await startSession(ctx, tx, opened, device)
    const own = await ownView(tx, { ...opened, version: opened.version + 1 })
    return { token: session, msg: t('Your account is ready'), account: own }
  })
}

const invalidLink = (): Problem =>
  forbidden(t('This invitation has been used or has expired. Ask an administrator for a new one'))
