import { levels, type Level, type Place, type Scope } from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Db, Row, Tx } from '../store/dialect.ts'

const mostPlaces = 50
const whole = { level: 'everything', code: '' }

/** The places that were given to accounts, by their ids; of the others nothing is said: they have that of their employee. */
export async function placesGiven(db: Db, accounts?: readonly string[]): Promise<ReadonlyMap<string, Scope>> {
  let query = db.selectFrom('account_place').selectAll().orderBy('level').orderBy('code')
  if (accounts) query = query.where('account_id', 'in', accounts)
  const byAccount = Map.groupBy(await query.execute(), (row) => String(row['account_id']))
  return new Map([...byAccount].map(([id, rows]) => [id, scopeIn(rows)]))
}

const scopeIn = (rows: readonly Row[]): Scope =>
  rows.some((row) => row['level'] === whole.level)
    ? 'everything'
    : rows.map((row) => ({ level: row['level'] as Level, code: String(row['code']) }))

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
