import { system } from '#domain/access/actor.ts'
import type { Scope } from '#domain/access/rights.ts'
import { forbidden, invalid, type FieldProblem, type Problem } from '#domain/problem.ts'
import { limitsSomething, notForAdministrators, readPlaces, savePlaces } from '../access/account-places.ts'
import { mayBeLimited } from '../access/standing.ts'
import { addressAllowance, countAttempt } from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { notAskedFor, readEmail } from './account-fields.ts'
import { keep, remember } from './account-history.ts'
import { handOver, letterOfInvitation, readSend, type HandedOver } from './account-mail.ts'
import { takenAddress, type LoggedIn } from './account-service.ts'
import { findByEmail, findById, insertAccount, lockAccount, type Account } from './account-store.ts'
import { ownView } from './account-view.ts'
import { accountOfLink, forgetLinksOf, makeLink, takeLink, type OneTimeLink } from './one-time-link.ts'
import { hashPassword, noPassword } from './password.ts'
import { roleCode } from './people-service.ts'
import { readRegistration } from './read-registration.ts'
import { startSession, type Device } from './start-session.ts'

/** An account is there from the moment somebody is invited, without a password: it can be changed and deleted like any other. */

const minutesOfInvitation = 7 * 24 * 60
const purpose = 'invitation'

/** Inviting once more, before the account was opened, makes a new link; the one before is dead. */
export async function invite(ctx: Context, input: unknown): Promise<HandedOver> {
  demand(ctx, 'create', 'account')
  const invitation = readInvitation(input)
  const { account, link } = await makeInvitation(ctx, invitation)
  const letter = (site: string): ReturnType<typeof letterOfInvitation> =>
    letterOfInvitation(site, link, account.email)
  return handOver(ctx, account, link, invitation.send ? letter : undefined)
}

async function makeInvitation(
  ctx: Context,
  { email, role: givenRole, places: givenPlaces }: Invitation,
): Promise<{ account: Account; link: OneTimeLink }> {
  const places = givenPlaces === undefined ? undefined : await readPlaces(ctx, givenPlaces)
  try {
    return await ctx.store.transaction(async (tx) => {
      const role = await roleCode(ctx, tx, givenRole)
      if (role === undefined) throw invalid([{ field: 'role', message: `There is no role ${givenRole}` }])
      if (limitsSomething(places) && !mayBeLimited([role])) throw invalid([notForAdministrators])
      const account = await invitedAccount(ctx, tx, { email, role, places })
      const { id } = account
      if (places !== undefined) await savePlaces(tx, id, places)
      await forgetLinksOf(tx, id)
      const link = await makeLink(tx, {
        purpose,
        minutes: minutesOfInvitation,
        now: ctx.now(),
        accountId: id,
      })
      return { account, link }
    })
  } catch (error) {
    // Somebody else invited or registered the same address in this very moment.
    throw ctx.store.dialect.explain(error)?.kind === 'duplicate' ? takenAddress() : error
  }
}

async function invitedAccount(
  ctx: Context,
  tx: Tx,
  { email, role, places }: { email: string; role: string; places: Scope | undefined },
): Promise<Account> {
  const note = { security: 'invitation made', ...(places && { places: JSON.stringify(places) }) }
  const there = await findByEmail(tx, email)
  if (there && there.passwordHash !== noPassword) throw takenAddress()
  if (there) {
    await keep(ctx, tx, there, { ...there, role, status: 'pending' }, note)
    return there
  }
  const now = ctx.now()
  const account: Account = {
    id: newId(now),
    username: email.split('@')[0]!,
    email,
    phone: null,
    passwordHash: noPassword,
    status: 'pending',
    role,
    version: 1,
    createdAt: now.toISOString(),
  }
  await insertAccount(tx, account)
  remember(ctx, tx, 'create', null, account, note)
  return account
}

interface Invitation {
  email: string
  role: string
  places: unknown
  send: boolean
}

function readInvitation(input: unknown): Invitation {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const { email, role, places, send, ...rest } = given
  const problems = notAskedFor(rest)
  const reading = readEmail(email)
  if ('problem' in reading) problems.push({ field: 'email', message: reading.problem })
  if (typeof role !== 'string' || role === '') problems.push({ field: 'role', message: 'Role is required' })
  if (problems.length > 0 || 'problem' in reading) throw invalid(problems)
  return { email: String(reading.value), role: role as string, places, send: readSend(send) }
}

/** Opens the account: its owner chooses name and password and is logged in. The e-mail stays the one that was invited. */
export async function acceptInvitation(ctx: Context, input: unknown, device: Device): Promise<LoggedIn> {
  demand(ctx, 'create', 'registration')
  const { token, ...said } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  const problems: FieldProblem[] = ['email', 'invite']
    .filter((field) => field in said)
    .map((field) => ({ field, message: `${field} is not asked for here` }))
  if (typeof token !== 'string' || token === '')
    problems.push({ field: 'token', message: 'The link is not whole. Open it again as it was handed over' })
  if (problems.length > 0) throw invalid(problems)
  const id = await accountOfLink(ctx.store.read, purpose, token as string, ctx.now())
  const known = id === undefined ? undefined : await findById(ctx.store.read, id)
  // As with reset links: only what is wrong is counted.
  if (!known) {
    await countAttempt(ctx, ['invitation from', ctx.address], addressAllowance)
    throw deadLink()
  }
  const { form, password } = await readRegistration({ ...said, email: known.email })
  const passwordHash = await hashPassword(password)
  // Whoever holds the link is not logged in: the history says how the account came to be opened.
  const author = { ...ctx, actor: system('invitation link') }
  return ctx.store.transaction(async (tx) => {
    const account = await lockAccount(tx, ctx.store.dialect.updateLock, known.id)
    const isOpen = account?.passwordHash === noPassword && account.status !== 'disabled'
    if (!isOpen || !(await takeLink(tx, purpose, token as string, ctx.now()))) throw deadLink()
    const opened: Account = {
      ...account,
      username: form['username'] as string,
      phone: form['phone'] as string | null,
      passwordHash,
      status: account.role === null ? 'pending' : 'active',
    }
    await keep(author, tx, account, opened, 'set by invitation')
    const session = await startSession(ctx, tx, opened, device)
    const own = await ownView(tx, { ...opened, version: opened.version + 1 })
    return { token: session, msg: 'The account is open', account: own }
  })
}

const deadLink = (): Problem =>
  forbidden('This invitation has been used or has expired. Ask an administrator for a new one')
