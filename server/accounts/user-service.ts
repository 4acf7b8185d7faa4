import { accountEntity } from '#domain/access/account-fields.ts'
import type { SessionView, UserView } from '#domain/api/accounts/account.ts'
import type { OwnSession } from '#domain/api/accounts/own-account.ts'
import type { UserChange } from '#domain/api/accounts/users.ts'
import { parseRecord, checkRequired } from '#domain/catalogue/parse-record.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { conflict, invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import type { ValuesOf } from '#domain/catalogue/entity.ts'
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import {
  hasPlaceLimit,
  administratorPlacesProblem,
  readAccountPlaces,
  findPlaces,
  savePlaces,
} from '../access/account-places.ts'
import { accountsByRole } from '../access/role-rights-store.ts'
import { withSecondFactor } from '../access/required-factor.ts'
import { canBeLimited } from '../access/membership.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { saveWithHistory, recordAccountHistory } from './account-history.ts'
import {
  accountsToApprove,
  allAccounts,
  emailKey,
  findById,
  confirmAccountEmail,
  lockAccount,
  type Account,
} from './account-store.ts'
import { viewOf } from './account-view.ts'
import { revokeTokensOf } from './tokens/api-token-service.ts'
import { usableTokensByCreator } from './tokens/api-token-store.ts'
import { deleteDevicesOf, lastLogIns } from './sign-in/known-devices.ts'
import { deleteLinksOf } from './one-time-link.ts'
import { deleteIdentitiesOf, linkedAccounts } from './single-sign-on/identity-store.ts'
import { noPassword } from './sign-in/password.ts'
import { proposalsFor, type Proposal } from './proposed-role.ts'
import { removeFactor } from './sign-in/second-factor-store.ts'
import { endSessions, deleteFeedOf, sessionsOf } from './sign-in/session-store.ts'
import { endDeviceKeys } from './tokens/device-key-store.ts'
import { t } from '#domain/messages/t.ts'

/** What administrators do with other accounts: list, approve, change the role, disable, delete. */

export async function listUsers(ctx: Context): Promise<UserView[]> {
  requireRight(ctx, 'read', 'account')
  return viewsOf(ctx, ctx.store.read, await allAccounts(ctx.store.read))
}

/** The first accounts that wait for approval, with the role to propose for each. */
export async function usersToApprove(
  ctx: Context,
  limit: number,
): Promise<{ items: (UserView & { proposal: Proposal | null })[]; hasMore: boolean }> {
  for (const action of ['read', 'update'] as const) requireRight(ctx, action, 'account')
  const db = ctx.store.read
  const found = await accountsToApprove(db, noPassword, limit + 1)
  const views = await viewsOf(ctx, db, found.slice(0, limit))
  const proposals = await proposalsFor(db, views)
  return {
    items: views.map((view) => ({ ...view, proposal: proposals.get(view.id) ?? null })),
    hasMore: found.length > limit,
  }
}

/** Up to this number, details are read for the given accounts only; above it, once for all. */
const maxSelected = 10

async function viewsOf(ctx: Context, db: Db, accounts: readonly Account[]): Promise<UserView[]> {
  if (accounts.length === 0) return []
  const some = accounts.length <= maxSelected ? accounts : undefined
  const ids = some?.map(({ id }) => id)
  const [places, employees] = [await readAccountPlaces(db, ids), await employeesByEmail(db, some)]
  const rolesWithAccounts = [...(await accountsByRole(db, ids))]
  const secondFactorIds = await withSecondFactor(db, ids)
  const linkedIds = await linkedAccounts(db, ids)
  const logIns = await lastLogIns(db, ids)
  const tokens = await usableTokensByCreator(db, ctx.now())
  return accounts.map((account) => ({
    ...viewOf(account),
    roles: rolesWithAccounts.filter(([, ids]) => ids.includes(account.id)).map(([role]) => role),
    places: places.get(account.id) ?? null,
    employee: employees.get(emailKey(account.email)) ?? null,
    invited: account.passwordHash === noPassword,
    secondFactor: secondFactorIds.has(account.id),
    singleSignOn: linkedIds.has(account.id),
    lastLogInAt: logIns.get(account.id) ?? null,
    apiTokens: (tokens.get(account.id) ?? []).map(({ name }) => name),
  }))
}

export async function changeUser(
  ctx: Context,
  id: string,
  { places: chosen, revokeTokens, version, ...fields }: UserChange,
): Promise<UserView> {
  requireRight(ctx, 'update', 'account')
  const places = chosen === undefined ? undefined : await findPlaces(ctx, chosen)
  return ctx.store.transaction(async (tx) => {
    const before = (await findById(tx, id)) ?? accountNotFound()
    const { values: read, problems } = parseRecord(accountEntity, fields, { ...viewOf(before) })
    problems.push(...checkRequired(accountEntity, read))
    // With the types of the fields: missing values are among the problems.
    const values = read as ValuesOf<typeof accountEntity>
    if (values.email !== before.email)
      problems.push({ field: 'email', message: t('Email cannot be changed: it is the login name') })
    if (values.status === 'active' && values.role === null)
      problems.push({ field: 'role', message: t('Role is required for an active account') })
    const found = values.role === null ? { code: null } : await findRole(ctx, tx, values.role, before.role)
    if ('problem' in found) problems.push(found.problem)
    const role = 'code' in found ? found.code : undefined
    const isLimited = role === undefined || role === null || canBeLimited([role])
    if (hasPlaceLimit(places) && !isLimited) problems.push(administratorPlacesProblem())
    if (problems.length > 0) throw invalid(problems)
    if (version !== before.version) {
      throw conflict(t('This account was changed by someone else meanwhile. Nothing was overwritten'), [], {
        current: (await viewsOf(ctx, tx, [before]))[0],
      })
    }
    const after: Account = {
      ...before,
      username: values.username,
      phone: values.phone,
      status: values.status,
      role: role ?? null,
    }
    if (after.role !== 'ADMIN' || after.status !== 'active') await refuseLastAdministrator(ctx, tx, id)
    // Places of an administrator are deleted, so that they do not return with another role.
    if (places !== undefined || !isLimited) await savePlaces(tx, id, places ?? [])
    await confirmAccountEmail(tx, id)
    // Each role has its own session lifetime, and a disabled account has none, so sessions end. Those of an account that is
    // approved have the shortest one and continue: the person who waits need not log in again.
    const isAdministrator = async (): Promise<boolean> =>
      (await accountsByRole(tx, [id])).get('ADMIN') !== undefined
    const wasAdministrator = await isAdministrator()
    const endsSessions =
      (after.role !== before.role && before.status !== 'pending') || after.status === 'disabled'
    const ended = endsSessions ? await endSessions(tx, id, {}) : 0
    if (after.status === 'disabled') await endDeviceKeys(tx, id)
    await saveWithHistory(ctx, tx, before, after, {
      ...(places && { places: JSON.stringify(places) }),
      ...(ended > 0 && { security: sessionsEnded(ended) }),
    })
    if (revokeTokens === true || (wasAdministrator && !(await isAdministrator())))
      await revokeTokensOf(ctx, tx, after, revokeTokens === true)
    const [view] = await viewsOf(ctx, tx, [{ ...after, version: after.version + 1 }])
    return view!
  })
}

export async function deleteUser(ctx: Context, id: string, isRevokingTokens: boolean): Promise<void> {
  requireRight(ctx, 'delete', 'account')
  await ctx.store.transaction(async (tx) => {
    if (!(await findById(tx, id))) accountNotFound()
    await removeAccount(ctx, tx, id, isRevokingTokens)
  })
}

/** Deletes an account with everything that logs it in; one that is gone is left alone. */
export async function removeAccount(
  ctx: Context,
  tx: Tx,
  id: string,
  isRevokingTokens: boolean,
): Promise<void> {
  const account = await findById(tx, id)
  if (!account) return
  await refuseLastAdministrator(ctx, tx, id)
  await endSessions(tx, id, {})
  await deleteLinksOf(tx, id)
  await deleteIdentitiesOf(tx, id)
  await removeFactor(tx, id)
  await deleteDevicesOf(tx, id)
  await tx.deleteFrom('known_address').where('account_id', '=', id).execute()
  await tx.deleteFrom('account_place').where('account_id', '=', id).execute()
  await deleteFeedOf(tx, id)
  await endDeviceKeys(tx, id)
  // Shared views stay without an owner, because others use them; administrators can delete them.
  await tx.deleteFrom('saved_view').where('account_id', '=', id).where('shared', '=', 0).execute()
  await tx.deleteFrom('account').where('id', '=', id).execute()
  await revokeTokensOf(ctx, tx, account, isRevokingTokens)
  recordAccountHistory(ctx, tx, 'delete', account, null)
}

export async function ownSessions(ctx: Context): Promise<{ items: OwnSession[] }> {
  requireRight(ctx, 'read', 'ownProfile')
  if (ctx.actor.kind !== 'account') return { items: [] }
  const { id, sessionId } = ctx.actor
  const sessions = await sessionsOf(ctx.store.read, id, ctx.now())
  return { items: sessions.map((each) => ({ ...each, current: each.id === sessionId })) }
}

export async function endOwnSession(ctx: Context, sessionId: string): Promise<void> {
  requireRight(ctx, 'delete', 'ownProfile')
  const accountId = ctx.actor.kind === 'account' ? ctx.actor.id : ''
  await ctx.store.transaction(async (tx) => {
    if ((await endSessions(tx, accountId, { only: sessionId })) === 0)
      throw notFound(t('There is no such session'))
    recordEvent(tx, ctx, { action: 'session ended', entity: 'account', record: accountId })
  })
}

export async function sessionsOfUser(ctx: Context, id: string): Promise<{ items: SessionView[] }> {
  requireRight(ctx, 'read', 'account')
  if (!(await findById(ctx.store.read, id))) accountNotFound()
  return { items: await sessionsOf(ctx.store.read, id, ctx.now()) }
}

/** Ends one session of an account, or all of them. */
export async function endSessionsOfUser(ctx: Context, id: string, only?: string): Promise<void> {
  requireRight(ctx, 'update', 'account')
  await ctx.store.transaction(async (tx) => {
    const account = (await findById(tx, id)) ?? accountNotFound()
    const ended = await endSessions(tx, id, only === undefined ? {} : { only })
    if (only !== undefined && ended === 0) throw notFound(t('There is no such session. It may have ended'))
    if (ended > 0)
      recordAccountHistory(ctx, tx, 'update', account, account, { security: sessionsEnded(ended) })
  })
}

/** For an account that is linked to the wrong person, or whose person at the provider has another account there now. */
export async function unlinkSignOn(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'update', 'account')
  await ctx.store.transaction(async (tx) => {
    if (!(await lockAccount(tx, ctx.store.dialect.updateLock, id))) accountNotFound()
    const identities = await deleteIdentitiesOf(tx, id)
    if (identities.length === 0) throw notFound(t('This account is not linked to a single sign-on'))
    await endSessions(tx, id, {})
    for (const { issuer, subject } of identities)
      recordEvent(tx, ctx, {
        action: 'sign-on unlinked',
        entity: 'account',
        record: id,
        details: { issuer, subject },
      })
  })
}

const sessionsEnded = (count: number): string =>
  t('{count, plural, =1 {one session} other {# sessions}} ended', { count })

async function employeesByEmail(
  db: Db,
  accounts?: readonly Account[],
): Promise<ReadonlyMap<string, UserView['employee']>> {
  let query = db.selectFrom('employee').select(['employee_number', 'name', 'email', 'retired_on'])
  if (accounts) {
    const keys = accounts.map(({ email }) => emailKey(email))
    query = query.where(sql`lower(email)`, 'in', keys)
  }
  const rows = await query.execute()
  // Of several with one address, the one that is not retired.
  const ordered = rows.toSorted(
    (one, other) => Number(one.retired_on === null) - Number(other.retired_on === null),
  )
  return new Map(
    ordered.map((row) => [
      emailKey(row.email),
      { employeeNumber: row.employee_number, name: row.name, retiredOn: row.retired_on },
    ]),
  )
}

/** The role to give to an account. `held` is the one that it has: it may keep a retired one. */
export async function findRole(
  ctx: Context,
  tx: Tx,
  code: string,
  held: string | null,
): Promise<{ code: string } | { problem: FieldProblem }> {
  const role = await gate(ctx, 'read', 'role').using(tx).lock(code)
  if (!role) return { problem: { field: 'role', message: t('There is no role {role}', { role: code }) } }
  const { Role_Code: found, Retired_On: day } = role
  if (day === null || found === held) return { code: found }
  const message = t('{label} {code} is retired since {day}; choose another or reinstate it', {
    label: t('Role'),
    code: found,
    day: formatDate(day),
  })
  return { problem: { field: 'role', message } }
}

/** The last active administrator cannot be removed. */
async function refuseLastAdministrator(ctx: Context, tx: Tx, id: string): Promise<void> {
  const administrators = await tx
    .selectFrom('account')
    .select('id')
    .where('role_code', '=', 'ADMIN')
    .where('status', '=', 'active')
    .orderBy('id')
    .modifyEnd(sql.raw(ctx.store.dialect.updateLock))
    .execute()
  if (administrators.length === 1 && administrators[0]!.id === id) {
    throw conflict(t('This is the last administrator. Make someone else administrator first'))
  }
}

export function accountNotFound(): never {
  throw notFound(t('There is no such account. It may have been deleted meanwhile'))
}
