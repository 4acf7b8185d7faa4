import { levels } from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Row, Tx } from './dialect.ts'
import type { Store } from './open-store.ts'
import { fromBin } from './record-rows.ts'

interface Given {
  level: string
  code: string
  /** Empty: what was meant is gone for good. */
  id?: string
}

/**
 * Places that were given by a version that kept them by their codes alone get the ids of the records that were meant, before anyone is
 * served. Which one was meant only the time tells: the one that was there under the code when it was given.
 */
export async function identifyPlaces(store: Store): Promise<void> {
  const byCode = await store.read
    .selectFrom('account_place')
    .selectAll()
    .where('record_id', 'is', null)
    .where('level', 'in', levels)
    .execute()
  const tokens = await store.read.selectFrom('api_token').select(['id', 'places', 'created_at']).execute()
  const stale = tokens.filter((token) => placesIn(token).some(({ id }) => id === undefined))
  if (byCode.length === 0 && stale.length === 0) return
  await store.transaction(async (tx) => {
    const givenAt = await momentsOfGiving(tx, [...new Set(byCode.map((row) => String(row['account_id'])))])
    for (const row of byCode) {
      const [account, level, code] = [String(row['account_id']), String(row['level']), String(row['code'])]
      const id = await idOf(tx, { level, code }, givenAt.get(account))
      const place = tx.updateTable('account_place').set({ record_id: id }).where('account_id', '=', account)
      await place.where('level', '=', level).where('code', '=', code).execute()
    }
    for (const token of stale) {
      const places: Given[] = []
      for (const each of placesIn(token))
        places.push({ ...each, id: each.id ?? (await idOf(tx, each, String(token['created_at']))) })
      const row = tx.updateTable('api_token').set({ places: JSON.stringify(places) })
      await row.where('id', '=', String(token['id'])).execute()
    }
  })
}

function placesIn(token: Row): Given[] {
  const places = JSON.parse(String(token['places'])) as 'everything' | Given[]
  return places === 'everything' ? [] : places
}

/** When each of these accounts was last given places, as its history says. */
async function momentsOfGiving(tx: Tx, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx
    .selectFrom('history')
    .select(['record_id', 'at', 'after_values'])
    .where('entity', '=', 'account')
    .where('record_id', 'in', accounts)
    .orderBy('at')
    .execute()
  const isGiving = (row: Row): boolean => 'places' in (JSON.parse(String(row['after_values'])) ?? {})
  return new Map(rows.filter(isGiving).map((row) => [String(row['record_id']), String(row['at'])]))
}

/** After every moment there is: of what was given nobody knows when, whatever is there now was meant. */
const unknown = '9'

async function idOf(tx: Tx, { level, code }: Given, givenAt = unknown): Promise<string> {
  const there = await tx
    .selectFrom(level)
    .select('id')
    .where(`${level}_code`, '=', code)
    .where('created_at', '<=', givenAt)
    .executeTakeFirst()
  if (there) return String(there['id'])
  const binned = await tx
    .selectFrom('bin')
    .selectAll()
    .where('entity', '=', level)
    .where('deleted_at', '>=', givenAt)
    .orderBy('deleted_at')
    .execute()
  const [key] = entityNamed(level).key
  const meant = binned.map(fromBin).find((record) => record[key!] === code && record.createdAt <= givenAt)
  return meant?.id ?? ''
}
