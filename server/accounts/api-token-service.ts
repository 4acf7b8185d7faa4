import { randomBytes } from 'node:crypto'
import { mostDaysOfToken, type ApiToken, type NewApiToken } from '#domain/access/api-token.ts'
import { nameOfActor } from '#domain/access/actor.ts'
import { entity as declare, type StoredRecord } from '#domain/catalogue/entity.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import { addDays, parseDay } from '#domain/dates.ts'
import { dayIn, instantAt } from '#domain/moments.ts'
import { invalid, notFound, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { placesThere, readPlaces, type GivenScope } from '../access/account-places.ts'
import { accountsByRole } from '../access/role-rights-store.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Tx } from '../store/dialect.ts'
import { writeHistory } from '../store/history-store.ts'
import { newId } from '../store/new-id.ts'
import { allAccounts, type Account } from './account-store.ts'
import {
  allApiTokens,
  apiTokenPrefix,
  makersOf,
  placesOfToken,
  usableTokensByMaker,
  type ApiTokenRow,
} from './api-token-store.ts'
import { hashToken } from './session-store.ts'

/** Under this name the history keeps who made and who revoked a token; never the token. */
const tokenHistory = declare('apiToken', ['API token', 'API tokens'], {
  name: text('Name'),
  role: text('Role'),
  places: text('Places'),
  expiresAt: text('Expires'),
})

const viewOf = (
  row: ApiTokenRow,
  makerIs: ApiToken['makerIs'] = null,
  there: Awaited<ReturnType<typeof placesThere>> = new Map(),
): ApiToken => {
  const given = placesOfToken(row)
  const places =
    given === 'everything' ? given : given.map(({ id, level, code }) => there.get(id) ?? { level, code })
  return {
    id: row.id,
    name: row.name,
    role: row.role_code,
    places,
    createdAt: row.created_at,
    createdBy: row.created_by,
    makerIs,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedFrom: row.used_from,
    revokedAt: row.revoked_at,
  }
}

const recordOf = (token: ApiToken): StoredRecord =>
  ({ ...token, places: JSON.stringify(token.places), version: 1, updatedAt: token.createdAt }) as StoredRecord

export async function listApiTokens(ctx: Context): Promise<{ items: ApiToken[] }> {
  demand(ctx, 'read', 'apiToken')
  const db = ctx.store.read
  const rows = await allApiTokens(db)
  const makers = await makersOf(
    db,
    rows.map(({ id }) => id),
  )
  const statuses = new Map((await allAccounts(db)).map(({ id, status }) => [id, status]))
  const administrators = (await accountsByRole(db)).get('ADMIN') ?? []
  const standingOf = (maker: string): ApiToken['makerIs'] => {
    if (administrators.includes(maker)) return null
    if (!statuses.has(maker)) return 'deleted'
    return statuses.get(maker) === 'disabled' ? 'disabled' : 'no administrator'
  }
  const given = rows.map(placesOfToken).flatMap((places) => (places === 'everything' ? [] : places))
  const there = await placesThere(db, given)
  return { items: rows.map((row) => viewOf(row, standingOf(makers.get(row.id) ?? ''), there)) }
}

/** Makes a token, and says it once: what is kept cannot be turned back into it. */
export async function makeApiToken(ctx: Context, input: unknown): Promise<NewApiToken> {
  demand(ctx, 'create', 'apiToken')
  const { name, role, places, expiresAt } = await readToken(ctx, input)
  const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
  const row: ApiTokenRow = {
    token_hash: hashToken(token),
    id: newId(ctx.now()),
    name,
    role_code: role,
    places: JSON.stringify(places),
    created_at: ctx.now().toISOString(),
    created_by: nameOfActor(ctx.actor),
    expires_at: expiresAt,
    used_at: null,
    used_from: null,
    revoked_at: null,
  }
  await ctx.store.transaction(async (tx) => {
    await tx
      .insertInto('api_token')
      .values({ ...row })
      .execute()
    const change = { id: row.id, version: 1, before: null, after: recordOf(viewOf(row)) }
    writeHistory(tx, tokenHistory, ctx, { ...change, action: 'create' })
  })
  return { ...viewOf(row), token }
}

/** From the next request on it opens nothing. */
export async function revokeApiToken(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'delete', 'apiToken')
  await ctx.store.transaction((tx) => revokeWithin(ctx, tx, id))
}

async function revokeWithin(ctx: Context, tx: Tx, id: string): Promise<void> {
  const tokens = tx.updateTable('api_token').set({ revoked_at: ctx.now().toISOString() })
  const row = await tokens
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('There is no such API token, or it was revoked already')
  const before = recordOf(viewOf(row as unknown as ApiTokenRow))
  writeHistory(tx, tokenHistory, ctx, { id, version: 2, action: 'delete', before, after: null })
}

/**
 * What becomes of the tokens of somebody who cannot make any from now on. A program of the firm does not stop because a person
 * leaves, unless an administrator wants it to; which ones go on is in the audit.
 */
export async function settleTokensOf(
  ctx: Context,
  tx: Tx,
  maker: Pick<Account, 'id' | 'username'>,
  isRevoking: boolean,
): Promise<void> {
  if (isRevoking) demand(ctx, 'delete', 'apiToken')
  const own = (await usableTokensByMaker(tx, ctx.now())).get(maker.id) ?? []
  if (isRevoking) for (const { id } of own) await revokeWithin(ctx, tx, id)
  else if (own.length > 0)
    noteEvent(tx, ctx, {
      action: 'tokens kept',
      entity: 'account',
      record: maker.id,
      details: { username: maker.username, tokens: own.map(({ name }) => name).join(', ') },
    })
}

interface Asked {
  name: string
  role: string
  places: GivenScope
  expiresAt: string
}

async function readToken(ctx: Context, input: unknown): Promise<Asked> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('An API token')])
  const { name, role, places, expiresOn, ...others } = input as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(others).map((field) => ({
    field,
    message: `${field} is not a field of an API token`,
  }))
  const named = tokenHistory.fields['name']!.read(name)
  if ('problem' in named) problems.push({ field: 'name', message: named.problem })
  else if (!named.value) problems.push({ field: 'name', message: 'Name is required' })
  const found =
    typeof role === 'string' && role !== '' ? await gate(ctx, 'read', 'role').find(role) : undefined
  if (!found) problems.push({ field: 'role', message: 'Role should be the code of a role' })
  const { timeZone } = ctx.config
  const today = dayIn(ctx.now(), timeZone)
  const day = typeof expiresOn === 'string' ? parseDay(expiresOn) : undefined
  if (!day || day < today || day > addDays(today, mostDaysOfToken))
    problems.push({ field: 'expiresOn', message: 'Last day should be a day from today to a year from now' })
  // It sees what it is given: whose place it would have is nobody's.
  if (Array.isArray(places) && places.length === 0)
    problems.push({ field: 'places', message: 'Places should be "everything" or at least one place' })
  if (problems.length > 0) throw invalid(problems)
  return {
    name: String((named as { value: unknown }).value),
    role: String(found!['Role_Code']),
    places: await readPlaces(ctx, places),
    expiresAt: instantAt(addDays(day!, 1), '00:00', timeZone),
  }
}
