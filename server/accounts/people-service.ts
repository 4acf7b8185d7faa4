import { parseRecord, problemsOfAbsence } from '#domain/catalogue/parse-record.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import {
  limitsSomething,
  notForAdministrators,
  placesGiven,
  readPlaces,
  savePlaces,
} from '../access/account-places.ts'
import { accountsByRole } from '../access/role-rights-store.ts'
import { mayBeLimited } from '../access/standing.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { accountEntity } from './account-fields.ts'
import { keep, remember } from './account-history.ts'
import { allAccounts, emailKey, findById, vouchForAccount, type Account } from './account-store.ts'
import { viewOf, type PersonView } from './account-view.ts'
import { settleTokensOf } from './api-token-service.ts'
import { usableTokensByMaker } from './api-token-store.ts'
import { forgetDevicesOf } from './known-devices.ts'
import { forgetLinksOf } from './one-time-link.ts'
import { noPassword } from './password.ts'
import { removeFactor, withSecondFactor } from './second-factor-store.ts'
import { endSessions, forgetFeedOf, sessionsOf, type SessionView } from './session-store.ts'

/** What an administrator does with other people's accounts: see, approve, give a role, disable, delete. */

export async function listPeople(ctx: Context): Promise<PersonView[]> {
  demand(ctx, 'read', 'account')
  return viewsOf(ctx, ctx.store.read, await allAccounts(ctx.store.read))
}

/** Of the accounts a few are asked about by name; of all of them, everything is read once. */
const few = 10

async function viewsOf(ctx: Context, db: Db, accounts: readonly Account[]): Promise<PersonView[]> {
  if (accounts.length === 0) return []
  const some = accounts.length <= few ? accounts : undefined
  const ids = some?.map(({ id }) => id)
  const [places, employees] = [await placesGiven(db, ids), await employeesByEmail(db, some)]
  const held = [...(await accountsByRole(db, ids))]
  const guarded = await withSecondFactor(db, ids)
  const tokens = await usableTokensByMaker(db, ctx.now())
  return accounts.map((account) => ({
    ...viewOf(account),
    roles: held.filter(([, ids]) => ids.includes(account.id)).map(([role]) => role),
    places: places.get(account.id) ?? null,
    employee: employees.get(emailKey(account.email)) ?? null,
    invited: account.passwordHash === noPassword,
    secondFactor: guarded.has(account.id),
    apiTokens: (tokens.get(account.id) ?? []).map(({ name }) => name),
  }))
}

export async function changePerson(ctx: Context, id: string, input: unknown): Promise<PersonView> {
  demand(ctx, 'update', 'account')
  const {
    places: given,
    revokeTokens,
    ...fields
  } = (
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { '': input }
  ) as Record<string, unknown>
  const places = given === undefined ? undefined : await readPlaces(ctx, given)
  return ctx.store.transaction(async (tx) => {
    const before = (await findById(tx, id)) ?? missing()
    const { values, problems } = parseRecord(accountEntity, '' in fields ? input : fields, {
      ...viewOf(before),
    })
    if (problems.some(({ field }) => field === '')) throw invalid(problems)
    problems.push(...problemsOfAbsence(accountEntity, values))
    const version = (input as { version?: unknown } | null)?.version
    if (typeof version !== 'number')
      problems.push({ field: 'version', message: 'version is required: send the version that was changed' })
    if (revokeTokens !== undefined && typeof revokeTokens !== 'boolean')
      problems.push({ field: 'revokeTokens', message: 'revokeTokens should be true or false' })
    if (values['email'] !== before.email)
      problems.push({ field: 'email', message: 'Email cannot be changed: it is what a person logs in with' })
    if (values['status'] === 'active' && values['role'] === null)
      problems.push({ field: 'role', message: 'Role is required for an active account' })
    const role = values['role'] === null ? null : await roleCode(ctx, tx, String(values['role']))
    if (role === undefined)
      problems.push({ field: 'role', message: `There is no role ${String(values['role'])}` })
    const isLimited = role === undefined || role === null || mayBeLimited([role])
    if (limitsSomething(places) && !isLimited) problems.push(notForAdministrators)
    if (problems.length > 0) throw invalid(problems)
    if (version !== before.version) {
      throw conflict('This account was changed by someone else meanwhile. Nothing was overwritten', [], {
        current: (await viewsOf(ctx, tx, [before]))[0],
      })
    }
    const after: Account = {
      ...before,
      username: String(values['username']),
      phone: values['phone'] as string | null,
      status: values['status'] as Account['status'],
      role: role ?? null,
    }
    if (after.role !== 'ADMIN' || after.status !== 'active') await refuseLastAdministrator(ctx, tx, id)
    // What an administrator was given before is not kept to come back with another role.
    if (places !== undefined || !isLimited) await savePlaces(tx, id, places ?? [])
    await vouchForAccount(tx, id)
    // A role has its own session lengths, and a disabled account has none: both start afresh.
    const isAdministrator = async (): Promise<boolean> =>
      (await accountsByRole(tx, [id])).get('ADMIN') !== undefined
    const mightMakeTokens = await isAdministrator()
    const isAfresh = after.role !== before.role || after.status === 'disabled'
    const ended = isAfresh ? await endSessions(tx, id, {}) : 0
    await keep(ctx, tx, before, after, {
      ...(places && { places: JSON.stringify(places) }),
      ...(ended > 0 && { security: sessionsEnded(ended) }),
    })
    if (revokeTokens === true || (mightMakeTokens && !(await isAdministrator())))
      await settleTokensOf(ctx, tx, after, revokeTokens === true)
    const [view] = await viewsOf(ctx, tx, [{ ...after, version: after.version + 1 }])
    return view!
  })
}

export async function deletePerson(ctx: Context, id: string, isRevokingTokens = false): Promise<void> {
  demand(ctx, 'delete', 'account')
  await ctx.store.transaction(async (tx) => {
    const account = (await findById(tx, id)) ?? missing()
    await refuseLastAdministrator(ctx, tx, id)
    await endSessions(tx, id, {})
    await forgetLinksOf(tx, id)
    await removeFactor(tx, id)
    await forgetDevicesOf(tx, id)
    await tx.deleteFrom('known_address').where('account_id', '=', id).execute()
    await tx.deleteFrom('account_place').where('account_id', '=', id).execute()
    await forgetFeedOf(tx, id)
    // What it shared others work with: that stays, as nobody's, and is an administrator's to tidy up.
    await tx.deleteFrom('saved_view').where('account_id', '=', id).where('shared', '=', 0).execute()
    await tx.deleteFrom('account').where('id', '=', id).execute()
    await settleTokensOf(ctx, tx, account, isRevokingTokens)
    remember(ctx, tx, 'delete', account, null)
  })
}

export async function ownSessions(ctx: Context): Promise<(SessionView & { current: boolean })[]> {
  demand(ctx, 'read', 'ownProfile')
  if (ctx.actor.kind !== 'account') return []
  const { id, sessionId } = ctx.actor
  return (await sessionsOf(ctx.store.read, id, ctx.now())).map((each) => ({
    ...each,
    current: each.id === sessionId,
  }))
}

export async function endOwnSession(ctx: Context, sessionId: string): Promise<void> {
  demand(ctx, 'delete', 'ownProfile')
  const accountId = ctx.actor.kind === 'account' ? ctx.actor.id : ''
  await ctx.store.transaction(async (tx) => {
    if ((await endSessions(tx, accountId, { only: sessionId })) === 0)
      throw notFound('There is no such session')
    noteEvent(tx, ctx, { action: 'session ended', entity: 'account', record: accountId })
  })
}

export async function sessionsOfPerson(ctx: Context, id: string): Promise<SessionView[]> {
  demand(ctx, 'read', 'account')
  if (!(await findById(ctx.store.read, id))) missing()
  return sessionsOf(ctx.store.read, id, ctx.now())
}

/** Ends one session of somebody, or all of them; whoever sat there has to log in again. */
export async function endSessionsOfPerson(ctx: Context, id: string, only?: string): Promise<void> {
  demand(ctx, 'update', 'account')
  await ctx.store.transaction(async (tx) => {
    const account = (await findById(tx, id)) ?? missing()
    const ended = await endSessions(tx, id, only === undefined ? {} : { only })
    if (only !== undefined && ended === 0) throw notFound('There is no such session. It may have ended')
    if (ended > 0) remember(ctx, tx, 'update', account, account, { security: sessionsEnded(ended) })
  })
}

const sessionsEnded = (count: number): string => `${count === 1 ? 'one session' : `${count} sessions`} ended`

async function employeesByEmail(
  db: Db,
  accounts?: readonly Account[],
): Promise<ReadonlyMap<string, PersonView['employee']>> {
  let query = db.selectFrom('employee').select(['employee_number', 'name', 'email'])
  if (accounts) {
    const keys = accounts.map(({ email }) => emailKey(email))
    query = query.where(sql`lower(email)`, 'in', keys)
  }
  const rows = await query.execute()
  return new Map(
    rows.map((row) => [
      emailKey(String(row['email'])),
      { employeeNumber: String(row['employee_number']), name: String(row['name']) },
    ]),
  )
}

export async function roleCode(ctx: Context, tx: Tx, code: string): Promise<string | undefined> {
  const role = await gate(ctx, 'read', 'role').using(tx).lock(code)
  return role?.['Role_Code'] as string | undefined
}

/** Nobody, not even an administrator, may leave the firm without one. */
async function refuseLastAdministrator(ctx: Context, tx: Tx, id: string): Promise<void> {
  const administrators = await tx
    .selectFrom('account')
    .select('id')
    .where('role_code', '=', 'ADMIN')
    .where('status', '=', 'active')
    .orderBy('id')
    .modifyEnd(sql.raw(ctx.store.dialect.updateLock))
    .execute()
  if (administrators.length === 1 && administrators[0]!['id'] === id) {
    throw conflict('This is the last administrator. Make someone else administrator first')
  }
}

export function missing(): never {
  throw notFound('There is no such account. It may have been deleted meanwhile')
}
