import { levels } from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { dynamic, type Tx } from '../dialect.ts'
import type { BatchStep } from '../schema/data-steps.ts'
import { valuesIn } from '../history/history-store.ts'
import { fromBin } from '../records/record-rows.ts'
import type { Tables } from '../tables/tables.ts'

interface StoredPlace {
  level: string
  code: string
  /** Empty: the record no longer exists. */
  id?: string
}

/**
 * Adds record ids to places that an older version stored by code alone. The record is the one that had the code at the time
 * when the place was granted. All of them are one batch: there are as many as accounts and API tokens.
 */
export const addPlaceIds: BatchStep = {
  runs: 'in batches',
  run: async (tx) => {
    await addIds(tx)
    return undefined
  },
}

async function addIds(tx: Tx): Promise<void> {
  const byCode = await tx
    .selectFrom('account_place')
    .selectAll()
    .where('record_id', 'is', null)
    .where('level', 'in', levels)
    .execute()
  const tokens = await tx.selectFrom('api_token').select(['id', 'places', 'created_at']).execute()
  const stale = tokens.filter((token) => readPlaces(token).some(({ id }) => id === undefined))
  if (byCode.length === 0 && stale.length === 0) return
  const grantedAt = await readGrantTimes(tx, [...new Set(byCode.map((row) => row.account_id))])
  for (const row of byCode) {
    const [account, level, code] = [row.account_id, row.level, row.code]
    const id = await findPlaceId(tx, { level, code }, grantedAt.get(account))
    const place = tx.updateTable('account_place').set({ record_id: id }).where('account_id', '=', account)
    await place.where('level', '=', level).where('code', '=', code).execute()
  }
  for (const token of stale) {
    const places: StoredPlace[] = []
    for (const each of readPlaces(token))
      places.push({ ...each, id: each.id ?? (await findPlaceId(tx, each, token.created_at)) })
    const row = tx.updateTable('api_token').set({ places: JSON.stringify(places) })
    await row.where('id', '=', token.id).execute()
  }
}

function readPlaces(token: Pick<Tables['api_token'], 'places'>): StoredPlace[] {
  const places = parseJson(token.places, isStoredPlaces)
  return places === 'everything' ? [] : places
}

const isStoredPlaces = (input: unknown): input is 'everything' | StoredPlace[] =>
  input === 'everything' || (Array.isArray(input) && input.every(isStoredPlace))

const isStoredPlace = (input: unknown): input is StoredPlace =>
  isObject(input) && isTexts([input['level'], input['code'], input['id'] ?? ''])

/** When each of these accounts was last granted places, according to its history. */
async function readGrantTimes(tx: Tx, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx
    .selectFrom('history')
    .select(['record_id', 'at', 'after_values'])
    .where('entity', '=', 'account')
    .where('record_id', 'in', accounts)
    .orderBy('at')
    .execute()
  const grants = rows.filter(({ after_values: after }) => after !== null && 'places' in valuesIn(after))
  return new Map(grants.map((row) => [row.record_id, row.at]))
}

/** Sorts after every timestamp: if the time is unknown, the current record is used. */
const unknownTime = '9'

async function findPlaceId(tx: Tx, { level, code }: StoredPlace, grantedAt = unknownTime): Promise<string> {
  const existing = await dynamic(tx)
    .selectFrom(level)
    .select('id')
    .where(`${level}_code`, '=', code)
    .where('created_at', '<=', grantedAt)
    .executeTakeFirst()
  if (existing) return String(existing.id)
  const binned = await tx
    .selectFrom('bin')
    .selectAll()
    .where('entity', '=', level)
    .where('deleted_at', '>=', grantedAt)
    .orderBy('deleted_at')
    .execute()
  const [key] = entityNamed(level).key
  const deleted = binned.map(fromBin).find((record) => record[key!] === code && record.createdAt <= grantedAt)
  return deleted?.id ?? ''
}
