import { randomBytes } from 'node:crypto'
import { accountEntity } from '#domain/access/account-fields.ts'
import { system } from '#domain/access/actor.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'
import type { Context } from '../../core/context.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import type { Tx } from '../../store/dialect.ts'
import { newId } from '../../store/new-id.ts'
import { recordAccountHistory } from '../account-history.ts'
import { initialMembership } from '../account-service.ts'
import { findByEmail, insertAccount, lockAccount, type Account } from '../account-store.ts'
import { hashPassword } from '../sign-in/password.ts'
import { SignOnFailure } from './failure.ts'
import { accountOfIdentity, hasIdentity, insertIdentity, isEmailConfirmed } from './identity-store.ts'
import type { ProvenPerson } from './provider.ts'

/** The account of a person: the linked one; else the one with the verified e-mail, which is linked; else a new one. */
export async function accountOfPerson(ctx: Context, person: ProvenPerson): Promise<Account> {
  const linked = await ctx.store.transaction((tx) => linkedAccount(ctx, tx, person))
  if (linked) return linked
  const email = verifiedEmail(person)
  // No one knows this password; a reset link can replace it.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const link = (): Promise<Account> =>
    ctx.store.transaction(
      async (tx) =>
        (await linkedAccount(ctx, tx, person)) ??
        (await linkByEmail(ctx, tx, person, email)) ??
        register(ctx, tx, person, { email, passwordHash }),
    )
  return link().catch((error: unknown) => {
    // The same person logged in twice at the same time.
    if (ctx.store.dialect.explain(error)?.kind === 'duplicate') return link()
    throw error
  })
}

async function linkedAccount(ctx: Context, tx: Tx, person: ProvenPerson): Promise<Account | undefined> {
  const id = await accountOfIdentity(tx, person)
  const account = id === undefined ? undefined : await lockAccount(tx, ctx.store.dialect.updateLock, id)
  if (account?.status === 'disabled') throw new SignOnFailure('disabled')
  return account
}

function verifiedEmail({ email, isEmailVerified }: ProvenPerson): string {
  if (email === undefined) throw new SignOnFailure('email')
  if (!isEmailVerified) throw new SignOnFailure('unverified')
  const reading = readField(accountEntity.fields.email, email)
  if ('problem' in reading || reading.value === null) throw new SignOnFailure('email')
  return String(reading.value)
}

/**
 * Links an active account whose e-mail an administrator has confirmed. Any other one may have been registered with this address, and a
 * password, by someone else.
 */
async function linkByEmail(
  ctx: Context,
  tx: Tx,
  person: ProvenPerson,
  email: string,
): Promise<Account | undefined> {
  const found = await findByEmail(tx, email)
  const account = found && (await lockAccount(tx, ctx.store.dialect.updateLock, found.id))
  if (!account) return undefined
  if (account.status === 'disabled') throw new SignOnFailure('disabled')
  if (account.status === 'pending') throw new SignOnFailure('waiting')
  if (!(await isEmailConfirmed(tx, account.id))) throw new SignOnFailure('unconfirmed')
  if (await hasIdentity(tx, person.issuer, account.id)) throw new SignOnFailure('linked')
  await saveLink(ctx, tx, person, account)
  return account
}

/** As a registration does, but never as the first administrator. */
async function register(
  ctx: Context,
  tx: Tx,
  person: ProvenPerson,
  { email, passwordHash }: Pick<Account, 'email' | 'passwordHash'>,
): Promise<Account> {
  if (ctx.config.registration === 'closed') throw new SignOnFailure('closed')
  const now = ctx.now()
  const id = newId(now)
  const name = readField(accountEntity.fields.username, person.name ?? '')
  const account: Account = {
    id,
    username: 'problem' in name || !name.value ? email.split('@')[0]! : String(name.value),
    email,
    phone: null,
    passwordHash,
    ...(await initialMembership(ctx, tx, id, { isLocal: false })),
    language: null,
    version: 1,
    createdAt: now.toISOString(),
  }
  await insertAccount(tx, account, account.status === 'pending')
  recordAccountHistory({ ...ctx, actor: system('single sign-on') }, tx, 'create', null, account)
  await saveLink(ctx, tx, person, account)
  return account
}

async function saveLink(ctx: Context, tx: Tx, person: ProvenPerson, account: Account): Promise<void> {
  const { issuer, subject } = person
  await insertIdentity(tx, { issuer, subject }, account.id, ctx.now())
  recordEvent(tx, ctx, {
    action: 'sign-on linked',
    by: { id: account.id, name: account.username },
    entity: 'account',
    record: account.id,
    details: { issuer, subject },
  })
}
