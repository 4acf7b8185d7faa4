import { sql, type CompiledQuery } from 'kysely'
import type { GivenScope } from '../access/account-places.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import type { Author } from '../store/history-store.ts'
import { onePlan } from '../store/one-plan.ts'
import type { Store } from '../store/open-store.ts'
import { inFewSizes, runPrepared } from '../store/prepared.ts'

/** It tells a program's token from a person's, and a scanner what it found. */
export const apiTokenPrefix = 'agk_'

export interface ApiTokenRow {
  token_hash: string
  id: string
  name: string
  role_code: string
  /** JSON: "everything", or places with the ids of their records. */
  places: string
  created_at: string
  created_by: string
  expires_at: string
  used_at: string | null
  used_from: string | null
  revoked_at: string | null
}

interface FoundToken extends ApiTokenRow {
  access_mark: string | null
}

/** As they are now, by what stands for the tokens: one indexed read. One whose role is gone opens nothing. */
export async function readApiTokens(
  db: Db,
  dialect: Dialect,
  hashes: readonly string[],
): Promise<FoundToken[]> {
  const wanted = inFewSizes(hashes)
  const build = (): CompiledQuery<unknown> =>
    sql`select ${onePlan} t.*, (select value from setting where name = 'access mark') as access_mark
      from api_token as t join role as r on r.role_code = t.role_code where t.token_hash in (${sql.join(wanted)})`.compile(
      db,
    )
  const rows = await runPrepared(db, dialect, `${wanted.length} API tokens`, build, wanted)
  return rows as unknown as FoundToken[]
}

export const placesOfToken = ({ places }: Pick<ApiTokenRow, 'places'>): GivenScope =>
  JSON.parse(places) as GivenScope

export const isUsable = ({ revoked_at, expires_at }: ApiTokenRow, now: Date): boolean =>
  revoked_at === null && now.toISOString() < expires_at

/** Written at most once a minute; that a program came is in the audit once a day, and when it comes from elsewhere. */
export async function touchApiToken(store: Store, row: ApiTokenRow, author: Author): Promise<void> {
  const now = author.now().toISOString()
  const isElsewhere = row.used_from !== author.address
  const unused = Date.parse(now) - Date.parse(row.used_at ?? row.created_at)
  if (row.used_at !== null && !isElsewhere && unused < 60_000) return
  const isWorthNoting = isElsewhere || row.used_at?.slice(0, 10) !== now.slice(0, 10)
  const work = store.transaction(async (tx) => {
    const used = { used_at: now, used_from: author.address ?? null }
    await tx.updateTable('api_token').set(used).where('id', '=', row.id).execute()
    if (isWorthNoting) noteEvent(tx, author, { action: 'token used', entity: 'apiToken', record: row.id })
  })
  // When the database cannot be written, programs can still read.
  await work.catch(() => {})
}

/** Who made each of these tokens: the history knows. */
export async function makersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const made = db.selectFrom('history').select(['record_id', 'actor_id']).where('entity', '=', 'apiToken')
  const rows = await made.where('version', '=', 1).where('record_id', 'in', ids).execute()
  return new Map(rows.map((row) => [String(row['record_id']), String(row['actor_id'])]))
}

/** What still opens something, by the account that made it. */
export async function usableTokensByMaker(
  db: Db,
  now: Date,
): Promise<ReadonlyMap<string, readonly ApiTokenRow[]>> {
  const usable = (await allApiTokens(db)).filter((row) => isUsable(row, now))
  const makers = await makersOf(
    db,
    usable.map(({ id }) => id),
  )
  return Map.groupBy(usable, ({ id }) => makers.get(id) ?? '')
}

export async function allApiTokens(db: Db): Promise<ApiTokenRow[]> {
  return (await db
    .selectFrom('api_token')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(500)
    .execute()) as unknown as ApiTokenRow[]
}
