import { sql, type CompiledQuery } from 'kysely'
import { isScope } from '#domain/access/stored-access.ts'
import { parseJson } from '#domain/parse-json.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import type { AccountScope } from '../../access/account-places.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import type { Db, Dialect } from '../../store/dialect.ts'
import type { Author } from '../../store/history/history-store.ts'
import { genericPlan } from '../../store/postgres/plan-mode.ts'
import type { Store } from '../../store/store.ts'
import type { Tables } from '../../store/tables/tables.ts'
import { padToBucket, runPrepared } from '../../store/query/prepared.ts'

/** Distinguishes API tokens from session tokens, and lets secret scanners recognise them. */
export const apiTokenPrefix = 'agk_'

export type ApiTokenRow = Tables['api_token']

interface TokenWithMark extends ApiTokenRow {
  access_mark: string | null
}

/** Reads tokens by hash in one indexed query; a token of a deleted role is not found. */
export async function readApiTokens(
  db: Db,
  dialect: Dialect,
  hashes: readonly string[],
): Promise<TokenWithMark[]> {
  const paddedHashes = padToBucket(hashes)
  const build = (): CompiledQuery<TokenWithMark> =>
    sql<TokenWithMark>`select ${genericPlan} t.*, (select value from setting where name = 'access mark') as access_mark
      from api_token as t join role as r on r.role_code = t.role_code where t.token_hash in (${sql.join(paddedHashes)})`.compile(
      db,
    )
  return runPrepared(db, dialect, `${paddedHashes.length} API tokens`, build, paddedHashes)
}

/** JSON: "everything", or places with the ids of their records. */
export const placesOfToken = ({ places }: Pick<ApiTokenRow, 'places'>): AccountScope =>
  parseJson(places, isAccountScope)

const isAccountScope = (input: unknown): input is AccountScope =>
  isScope(input) && (input === 'everything' || input.every((place) => 'id' in place && isTexts([place.id])))

export const isUsable = ({ revoked_at, expires_at }: ApiTokenRow, now: Date): boolean =>
  revoked_at === null && now.toISOString() < expires_at

/** Records the use at most once a minute, and in the audit once a day or when the address changes. */
export async function touchApiToken(store: Store, row: ApiTokenRow, author: Author): Promise<void> {
  const now = author.now().toISOString()
  const isNewAddress = row.used_from !== author.address
  const unused = Date.parse(now) - Date.parse(row.used_at ?? row.created_at)
  if (row.used_at !== null && !isNewAddress && unused < 60_000) return
  const isRecorded = isNewAddress || row.used_at?.slice(0, 10) !== now.slice(0, 10)
  const work = store.transaction(async (tx) => {
    const used = { used_at: now, used_from: author.address ?? null }
    await tx.updateTable('api_token').set(used).where('id', '=', row.id).execute()
    if (isRecorded) recordEvent(tx, author, { action: 'token used', entity: 'apiToken', record: row.id })
  })
  // If the database is read-only, programs can still read.
  await work.catch(() => {})
}

/** The creators of these tokens, read from the history. */
export async function creatorsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const createdRows = db
    .selectFrom('history')
    .select(['record_id', 'actor_id'])
    .where('entity', '=', 'apiToken')
  const rows = await createdRows.where('version', '=', 1).where('record_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.record_id, row.actor_id ?? '']))
}

/** Usable tokens by the account that created them. */
export async function usableTokensByCreator(
  db: Db,
  now: Date,
): Promise<ReadonlyMap<string, readonly ApiTokenRow[]>> {
  const usable = (await allApiTokens(db)).filter((row) => isUsable(row, now))
  const makers = await creatorsOf(
    db,
    usable.map(({ id }) => id),
  )
  return Map.groupBy(usable, ({ id }) => makers.get(id) ?? '')
}

export async function allApiTokens(db: Db): Promise<ApiTokenRow[]> {
  return db.selectFrom('api_token').selectAll().orderBy('id', 'desc').limit(500).execute()
}
