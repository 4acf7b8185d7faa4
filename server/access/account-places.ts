import { levels, type Level, type NamedPlace, type Place } from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Db, Row, Tx } from '../store/dialect.ts'
import { readPlaceRows } from '../store/place-names.ts'

const mostPlaces = 50
const whole = { level: 'everything', code: '', id: null }

/** A place as it is kept for whoever was given it: that record, under the code it had then. */
export interface GivenPlace extends Place {
  id: string
}

export type GivenScope = 'everything' | readonly GivenPlace[]

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
  const rows = await query.execute()
  const there = await placesThere(db, rows.map(placeOf))
  const scopeOf = (own: readonly Row[]): 'everything' | readonly NamedPlace[] =>
    own.some(isWhole) ? 'everything' : own.flatMap((row) => there.get(placeOf(row).id) ?? [])
  const byAccount = Map.groupBy(rows, (row) => String(row['account_id']))
  return new Map([...byAccount].map(([id, own]) => [id, scopeOf(own)]))
}

const isWhole = (row: Row): boolean => row['level'] === whole.level

const placeOf = (row: Row): GivenPlace => ({
  level: row['level'] as Level,
  code: String(row['code']),
  id: String(row['record_id'] ?? ''),
})

/**
 * What has become of places that were given, by their ids: as they are called now. One that was made later under the code of one that was
 * deleted is another place; one that came back from the bin is the same.
 */
export async function placesThere(
  db: Db,
  given: readonly GivenPlace[],
): Promise<ReadonlyMap<string, NamedPlace>> {
  const rows = await readPlaceRows(db, given, 'id')
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Nobody else could take the places away again, so an administrator is not limited by any. */
export const notForAdministrators: FieldProblem = {
  field: 'places',
  message: 'An administrator sees everything: give no places, or another role',
}

export const limitsSomething = (places: GivenScope | undefined): boolean =>
  places !== undefined && places !== 'everything' && places.length > 0

/** Reads what an administrator gives: "everything", places, or none, which leaves the place of the employee. */
export async function readPlaces(ctx: Context, input: unknown): Promise<GivenScope> {
  if (input === 'everything') return 'everything'
  const refuse = (message: string): Error => invalid([{ field: 'places', message }])
  if (!Array.isArray(input) || input.length > mostPlaces)
    throw refuse(`places should be "everything" or a list of up to ${mostPlaces} places`)
  const places: GivenPlace[] = []
  const problems: FieldProblem[] = []
  for (const each of input as unknown[]) {
    const { level, code } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    if (!levels.includes(level as Level) || typeof code !== 'string')
      throw refuse(`Each place should have a level (${levels.join(', ')}) and a code`)
    const found = await gate(ctx, 'read', level as Level).find(code)
    if (!found) problems.push({ field: 'places', message: `There is no ${String(level)} ${code}` })
    else {
      const own = String(found[entityNamed(level as Level).key[0]!])
      places.push({ level: level as Level, code: own, id: found.id })
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return places
}

export async function savePlaces(tx: Tx, accountId: string, places: GivenScope): Promise<void> {
  await tx.deleteFrom('account_place').where('account_id', '=', accountId).execute()
  const rows = places === 'everything' ? [whole] : places
  const unique = new Map(rows.map((place) => [`${place.level} ${place.code}`, place]))
  for (const { level, code, id } of unique.values()) {
    const row = { account_id: accountId, level, code, record_id: id }
    await tx.insertInto('account_place').values(row).execute()
  }
}
