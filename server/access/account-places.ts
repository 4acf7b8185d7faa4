import type { NamedTerritoryNode, TerritoryNode } from '#domain/access/rights.ts'
import type { ChosenPlaces } from '#domain/api/access/scope.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { readPlaceRows } from '../store/places/place-names.ts'
import type { Tables } from '../store/tables/tables.ts'
import { t } from '#domain/messages/t.ts'

const everythingRow = { level: 'everything', code: '', id: null } as const

type PlaceRow = Tables['account_place']

/** A place of an account: the id of the record, with the code it had when it was assigned. */
export interface AccountPlace extends TerritoryNode {
  id: string
}

export type AccountScope = 'everything' | readonly AccountPlace[]

/**
 * The places of accounts, by account id. Accounts without an entry have the place of their employee. The list is empty if all
 * places of an account were deleted.
 */
export async function readAccountPlaces(
  db: Db,
  accounts?: readonly string[],
): Promise<ReadonlyMap<string, 'everything' | readonly NamedTerritoryNode[]>> {
  let query = db.selectFrom('account_place').selectAll().orderBy('level').orderBy('code')
  if (accounts) query = query.where('account_id', 'in', accounts)
  const rows = await query.execute()
  const existing = await findExistingPlaces(db, rows.flatMap(placeOf))
  const scopeOf = (own: readonly PlaceRow[]): 'everything' | readonly NamedTerritoryNode[] =>
    own.some(({ level }) => level === 'everything')
      ? 'everything'
      : own.flatMap(placeOf).flatMap(({ id }) => existing.get(id) ?? [])
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...byAccount].map(([id, own]) => [id, scopeOf(own)]))
}

const placeOf = ({ level, code, record_id: id }: PlaceRow): AccountPlace[] =>
  level === 'everything' ? [] : [{ level, code, id: id ?? '' }]

/**
 * The places that still exist, by id, with their current codes and names. A new place with the code of a deleted one is a
 * different place; a place restored from the bin is the same.
 */
export async function findExistingPlaces(
  db: Db,
  given: readonly AccountPlace[],
): Promise<ReadonlyMap<string, NamedTerritoryNode>> {
  const rows = await readPlaceRows(db, given, 'id')
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Administrators are not limited by places, because no other account could remove the limit. */
export const administratorPlacesProblem = (): FieldProblem => ({
  field: 'places',
  message: t('An administrator sees everything: choose no places, or another role'),
})

export const hasPlaceLimit = (places: AccountScope | undefined): boolean =>
  places !== undefined && places !== 'everything' && places.length > 0

/** Finds the chosen places; an empty list means the place of the employee. */
export async function findPlaces(ctx: Context, chosen: ChosenPlaces): Promise<AccountScope> {
  if (chosen === 'everything') return chosen
  const places: AccountPlace[] = []
  const problems: FieldProblem[] = []
  for (const { level, code } of chosen) {
    const found = await dynamicGate(ctx, 'read', level).find(code)
    if (!found) problems.push({ field: 'places', message: t('There is no {level} {code}', { level, code }) })
    else {
      const own = String(found[entityNamed(level).key[0]!])
      places.push({ level, code: own, id: found.id })
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return places
}

export async function savePlaces(tx: Tx, accountId: string, places: AccountScope): Promise<void> {
  await tx.deleteFrom('account_place').where('account_id', '=', accountId).execute()
  const rows = places === 'everything' ? [everythingRow] : places
  const unique = new Map(rows.map((place) => [`${place.level} ${place.code}`, place]))
  for (const { level, code, id } of unique.values()) {
    const row = { account_id: accountId, level, code, record_id: id }
    await tx.insertInto('account_place').values(row).execute()
  }
}
