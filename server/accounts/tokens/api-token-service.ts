import { randomBytes } from 'node:crypto'
import { nameOfActor } from '#domain/access/actor.ts'
import {
  notALastDay,
  notARole,
  type ApiToken,
  type NewApiToken,
  type TokenRequest,
} from '#domain/api/accounts/api-tokens.ts'
import { entity as declare, type StoredRecord } from '#domain/catalogue/entity.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import { findExistingPlaces, findPlaces } from '../../access/account-places.ts'
import { accountsByRole } from '../../access/role-rights-store.ts'
import type { Context } from '../../core/context.ts'
import { requireRight, gate } from '../../core/gate.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import type { Tx } from '../../store/dialect.ts'
import { writeHistory } from '../../store/history/history-store.ts'
import { newId } from '../../store/new-id.ts'
import { allAccounts, type Account } from '../account-store.ts'
import {
  allApiTokens,
  apiTokenPrefix,
  creatorsOf,
  placesOfToken,
  usableTokensByCreator,
  type ApiTokenRow,
} from './api-token-store.ts'
import { hashToken } from '../sign-in/session-store.ts'
import { t } from '#domain/messages/t.ts'

const maxDaysOfToken = 366

/** The history of a token: who created and revoked it, never the token itself. */
const tokenHistory = declare('apiToken', ['API token', 'API tokens'], {
  name: text('Name'),
  role: text('Role'),
  places: text('Places'),
  expiresAt: text('Expires'),
})

const viewOf = (
  row: ApiTokenRow,
  makerIs: ApiToken['makerIs'] = null,
  placesById: Awaited<ReturnType<typeof findExistingPlaces>> = new Map(),
): ApiToken => {
  const tokenScope = placesOfToken(row)
  const places =
    tokenScope === 'everything'
      ? tokenScope
      : tokenScope.map(({ id, level, code }) => placesById.get(id) ?? { level, code })
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

const recordOf = (token: ApiToken): StoredRecord => ({
  ...token,
  places: JSON.stringify(token.places),
  version: 1,
  updatedAt: token.createdAt,
})

export async function listApiTokens(ctx: Context): Promise<{ items: ApiToken[] }> {
  requireRight(ctx, 'read', 'apiToken')
  const db = ctx.store.read
  const rows = await allApiTokens(db)
  const creators = await creatorsOf(
    db,
    rows.map(({ id }) => id),
  )
  const statuses = new Map((await allAccounts(db)).map(({ id, status }) => [id, status]))
  const administrators = (await accountsByRole(db)).get('ADMIN') ?? []
  const creatorStatus = (creator: string): ApiToken['makerIs'] => {
    if (administrators.includes(creator)) return null
    if (!statuses.has(creator)) return 'deleted'
    return statuses.get(creator) === 'disabled' ? 'disabled' : 'no administrator'
  }
  const tokenScope = rows.map(placesOfToken).flatMap((places) => (places === 'everything' ? [] : places))
  const placesById = await findExistingPlaces(db, tokenScope)
  return { items: rows.map((row) => viewOf(row, creatorStatus(creators.get(row.id) ?? ''), placesById)) }
}

/** Creates a token and returns it once; only its hash is stored. */
export async function createApiToken(ctx: Context, request: TokenRequest): Promise<NewApiToken> {
  requireRight(ctx, 'create', 'apiToken')
  const problems = await problemsOfToken(ctx, request)
  const role = await findRole(ctx, request.role)
  if (problems.length > 0) throw invalid(problems)
  // Deleted since the problems were looked for.
  if (role === undefined) throw invalid([{ field: 'role', message: notARole() }])
  const places = await findPlaces(ctx, request.places)
  const token = `${apiTokenPrefix}${randomBytes(32).toString('base64url')}`
  const row: ApiTokenRow = {
    token_hash: hashToken(token),
    id: newId(ctx.now()),
    name: request.name,
    role_code: role,
    places: JSON.stringify(places),
    created_at: ctx.now().toISOString(),
    created_by: nameOfActor(ctx.actor),
    expires_at: instantAt(addDays(request.expiresOn, 1), '00:00', ctx.config.timeZone),
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

export async function revokeApiToken(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'apiToken')
  await ctx.store.transaction((tx) => revokeInTransaction(ctx, tx, id))
}

async function revokeInTransaction(ctx: Context, tx: Tx, id: string): Promise<void> {
  const tokens = tx.updateTable('api_token').set({ revoked_at: ctx.now().toISOString() })
  const row = await tokens
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound(t('There is no such API token, or it is already revoked'))
  const before = recordOf(viewOf(row))
  writeHistory(tx, tokenHistory, ctx, { id, version: 2, action: 'delete', before, after: null })
}

/**
 * Handles the tokens of an account that can no longer create any. A program keeps working when a user leaves, unless an
 * administrator revokes its token; the audit lists the tokens that stay.
 */
export async function revokeTokensOf(
  ctx: Context,
  tx: Tx,
  creator: Pick<Account, 'id' | 'username'>,
  isRevoking: boolean,
): Promise<void> {
  if (isRevoking) requireRight(ctx, 'delete', 'apiToken')
  const creatorTokens = (await usableTokensByCreator(tx, ctx.now())).get(creator.id) ?? []
  if (isRevoking) for (const { id } of creatorTokens) await revokeInTransaction(ctx, tx, id)
  else if (creatorTokens.length > 0)
    recordEvent(tx, ctx, {
      action: 'tokens kept',
      entity: 'account',
      record: creator.id,
      details: { username: creator.username, tokens: creatorTokens.map(({ name }) => name).join(', ') },
    })
}

/** The problems that depend on the stored roles and on the firm's day. */
export async function problemsOfToken(
  ctx: Context,
  { role, expiresOn }: Partial<TokenRequest>,
): Promise<FieldProblem[]> {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const isRole = role === undefined || (await findRole(ctx, role)) !== undefined
  const isLastDay =
    expiresOn === undefined || (expiresOn >= today && expiresOn <= addDays(today, maxDaysOfToken))
  return [
    ...(isRole ? [] : [{ field: 'role', message: notARole() }]),
    ...(isLastDay ? [] : [{ field: 'expiresOn', message: notALastDay() }]),
  ]
}

const findRole = async (ctx: Context, role: string): Promise<string | undefined> =>
  (await gate(ctx, 'read', 'role').find(role))?.Role_Code
