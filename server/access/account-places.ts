import { levels, type Level, type NamedPlace, type Place, type Scope } from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Db, Row, Tx } from '../store/dialect.ts'

const mostPlaces = 50
const whole = { level: 'everything', code: '' }

/**
 * The places that were given to accounts, by their ids; of the others nothing is said: they have that of their employee. None are left
 * to whom was given only what is gone since.
 */
export async function placesGiven(
  db: Db,
  accounts?: readonly string[],
): Promise<ReadonlyMap<string, 'everything' | readonly NamedPlace[]>> {
  let query = db.selectFrom('account_place').selectAll().orderBy('level').orderBy('code')
  if (accounts) query = query.where('account_id', 'in', accounts)
  const byAccount = Map.groupBy(await query.execute(), (row) => String(row['account_id']))
  const ids = [...byAccount.keys()]
  const givenAt = await momentsOfGiving(db, ids)
  const there = await placesThere(
    db,
    [...byAccount.values()]
      .flat()
      .map(placeOf)
      .filter(({ level }) => levels.includes(level)),
  )
  const scopeOf = (id: string, rows: readonly Row[]): 'everything' | readonly NamedPlace[] =>
    rows.some((row) => row['level'] === whole.level)
      ? 'everything'
      : there.among(rows.map(placeOf), givenAt.get(id))
  return new Map([...byAccount].map(([id, rows]) => [id, scopeOf(id, rows)]))
}

const placeOf = (row: Row): Place => ({ level: row['level'] as Level, code: String(row['code']) })

/** When each account was last given places: the history says so. */
async function momentsOfGiving(db: Db, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .select((is) => ['record_id', is.fn.max('at').as('at')])
    .where('entity', '=', 'account')
    .where('record_id', 'in', accounts)
    .where('after_values', 'like', '%"places":%')
    .groupBy('record_id')
    .execute()
  return new Map(rows.map((row) => [String(row['record_id']), String(row['at'])]))
}

interface PlacesThere {
  /**
   * Those that were there when they were given. One that was made later, under the code of one that was deleted, is another place; one
   * that came back from the bin is the same.
   */
  among: (places: readonly Place[], givenAt?: string) => NamedPlace[]
}

/** What there is under these codes now. */
export async function placesThere(db: Db, places: readonly Place[]): Promise<PlacesThere> {
  const found = new Map<string, { name: string; createdAt: string }>()
  for (const [level, own] of Map.groupBy(places, (place) => place.level)) {
    const codes = [...new Set(own.map(({ code }) => code))]
    const query = db
      .selectFrom(level)
      .select([`${level}_code as code`, `${level}_name as name`, 'created_at'])
    for (const row of await query.where(`${level}_code`, 'in', codes).execute())
      found.set(`${level} ${String(row['code'])}`, {
        name: String(row['name']),
        createdAt: String(row['created_at']),
      })
  }
  return {
    among: (asked, givenAt) =>
      asked.flatMap(({ level, code }) => {
        const there = found.get(`${level} ${code}`)
        const isMeant = there && (givenAt === undefined || there.createdAt <= givenAt)
        return isMeant ? [{ level, code, name: there.name }] : []
      }),
  }
}

/** Reads what an administrator gives: "everything", places, or none, which leaves the place of the employee. */
export async function readPlaces(ctx: Context, input: unknown): Promise<Scope> {
  if (input === 'everything') return 'everything'
  const refuse = (message: string): Error => invalid([{ field: 'places', message }])
  if (!Array.isArray(input) || input.length > mostPlaces)
    throw refuse(`places should be "everything" or a list of up to ${mostPlaces} places`)
  const places: Place[] = []
  const problems: FieldProblem[] = []
  for (const each of input as unknown[]) {
    const { level, code } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    if (!levels.includes(level as Level) || typeof code !== 'string')
      throw refuse(`Each place should have a level (${levels.join(', ')}) and a code`)
    const found = await gate(ctx, 'read', level as Level).find(code)
    if (!found) problems.push({ field: 'places', message: `There is no ${String(level)} ${code}` })
    else places.push({ level: level as Level, code: String(found[entityNamed(level as Level).key[0]!]) })
  }
  if (problems.length > 0) throw invalid(problems)
  return places
}

export async function savePlaces(tx: Tx, accountId: string, places: Scope): Promise<void> {
  await tx.deleteFrom('account_place').where('account_id', '=', accountId).execute()
  const rows = places === 'everything' ? [whole] : places
  const unique = new Map(rows.map((place) => [`${place.level} ${place.code}`, place]))
  for (const { level, code } of unique.values())
    await tx.insertInto('account_place').values({ account_id: accountId, level, code }).execute()
}
