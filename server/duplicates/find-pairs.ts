import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { entities } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { pairKeysOf } from '#domain/duplicates/pairs/pair-keys.ts'
import { likelyPairOf } from '#domain/duplicates/pairs/pair-score.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { sensitiveFields } from '#domain/mask.ts'
import { pauseWhenDue } from '../base/yield-to-event-loop.ts'
import type { Context } from '../core/context.ts'
import { chunksOf, hashOf, RepeatedKeys } from '../data-quality/chunks.ts'
import type { Db } from '../store/dialect.ts'
import { putSetting, readSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { savePairs, type PairIds, type StoredPair } from './pair-store.ts'

export const lastSearchSetting = 'duplicates.looked-at'

/** The most likely pairs are stored. */
const maxPairs = 5000
/** A key that more customers share says nothing: the number of an adviser, given for a whole village. */
const maxSharing = 30
/** Limits of the memory of one search. */
const maxEntries = 2_000_000
const maxCompared = 250_000
/** How much is done before other requests may be served. */
const perTurn = 50

const { identifiers, names } = similarityFieldsOf(entities.customer)
const comparedFields = [
  ...new Set([
    ...identifiers.flatMap((each) => each.names),
    ...names,
    'Type',
    'City_Code',
    'Station_Code',
    'Pin_Code',
  ]),
]

type ComparedRow = RecordValues & { id: string }

const runningSearches = new WeakMap<Store, Promise<void>>()

export const isSearching = (ctx: Context): boolean => runningSearches.has(ctx.store)

/** Searches all customers for likely pairs in the background; a second request joins the running search. */
export function searchPairs(ctx: Context): Promise<void> {
  const running = runningSearches.get(ctx.store)
  if (running) return running
  const run = findAndSave(ctx)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'the search for duplicates failed'))
    .finally(() => runningSearches.delete(ctx.store))
  runningSearches.set(ctx.store, run)
  return run
}

/** Runs with the daily check of the data, in the instance that is first. */
export async function searchPairsDaily(ctx: Context): Promise<void> {
  if (!(await isSearchedToday(ctx))) await searchPairs(ctx)
}

export async function isSearchedToday(ctx: Context): Promise<boolean> {
  const last = await readSetting(ctx.store.read, lastSearchSetting)
  const dayOf = (moment: Date): string => dayIn(moment, ctx.config.timeZone)
  return last !== undefined && dayOf(new Date(last)) === dayOf(ctx.now())
}

async function findAndSave(ctx: Context): Promise<void> {
  const pairs = await findPairs(ctx.store)
  const at = ctx.now()
  await ctx.store.transaction(async (tx) => {
    // Written first, so that two instances that search at the same time wait for each other.
    await putSetting(tx, lastSearchSetting, at.toISOString(), at)
    await savePairs(tx, pairs)
  })
}

/**
 * Two passes over all customers find those that share a key, without holding the keys of all; only these are compared. Memory and
 * time are bounded whatever the number of customers.
 */
async function findPairs(store: Store): Promise<StoredPair[]> {
  const repeated = new RepeatedKeys()
  for await (const row of customersOf(store)) {
    const { keys, initialKeys, hasInitial } = pairKeysOf(row)
    for (const key of keys) repeated.mark(key)
    if (hasInitial) for (const key of initialKeys) repeated.markAsRepeated(key)
  }
  const ids: string[] = []
  const sharing = new Map<number, number[]>()
  let entries = 0
  for await (const row of customersOf(store)) {
    const { keys, initialKeys } = pairKeysOf(row)
    const shared = [...keys, ...initialKeys].filter((key) => repeated.isRepeated(key))
    if (shared.length === 0 || entries > maxEntries) continue
    ids.push(row.id)
    for (const key of shared) {
      const hash = hashOf(key)
      const group = sharing.get(hash) ?? []
      if (group.length > maxSharing) continue
      group.push(ids.length - 1)
      sharing.set(hash, group)
      entries++
    }
  }
  return compareAll(store.read, ids, candidatesOf(ids.length, sharing))
}

/** The pairs of customers that share a key, as one number each: the position of the first × count + that of the second. */
function candidatesOf(count: number, sharing: ReadonlyMap<number, readonly number[]>): number[] {
  const candidates = new Set<number>()
  for (const group of sharing.values()) {
    if (group.length > maxSharing || candidates.size > maxCompared) continue
    for (const [at, one] of group.entries())
      for (const other of group.slice(at + 1)) if (other !== one) candidates.add(one * count + other)
  }
  return [...candidates].toSorted((one, other) => one - other)
}

async function compareAll(
  db: Db,
  ids: readonly string[],
  candidates: readonly number[],
): Promise<StoredPair[]> {
  const found: StoredPair[] = []
  for (let at = 0; at < candidates.length; at += perTurn) {
    const pairs = candidates
      .slice(at, at + perTurn)
      .map((pair) => ({ one: ids[Math.floor(pair / ids.length)]!, other: ids[pair % ids.length]! }))
    found.push(...(await findLikelyAmong(db, pairs)).values())
    if (found.length > 2 * maxPairs) keepLikeliest(found)
    await pauseWhenDue()
  }
  keepLikeliest(found)
  return found
}

function keepLikeliest(found: StoredPair[]): void {
  found.sort((one, other) => other.weight - one.weight)
  found.splice(maxPairs)
}

/** Those of the pairs that are likely with the current values, by both ids. */
export async function findLikelyAmong(
  db: Db,
  pairs: readonly PairIds[],
): Promise<ReadonlyMap<string, StoredPair>> {
  const likely = new Map<string, StoredPair>()
  if (pairs.length === 0) return likely
  const ids = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]
  const rows = await readCompared(db, sql<SqlBool>`id in (${sql.join(ids)})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { one, other } of pairs) {
    const pair = storedPairOf(byId.get(one), byId.get(other))
    if (pair) likely.set(`${one} ${other}`, pair)
  }
  return likely
}

/** What is stored of two customers that are probably the same. */
function storedPairOf(one: ComparedRow | undefined, other: ComparedRow | undefined): StoredPair | undefined {
  if (!one || !other) return undefined
  const [first, second] = one.id < other.id ? [one, other] : [other, one]
  const pair = likelyPairOf(first, second)
  if (!pair) return undefined
  const isLikelyMasked = likelyPairOf(withoutSensitive(first), withoutSensitive(second)) !== undefined
  return {
    one: first.id,
    other: second.id,
    reasons: pair.reasons,
    weight: Math.round(pair.score * 100),
    needsHidden: !isLikelyMasked,
  }
}

function withoutSensitive(row: ComparedRow): RecordValues {
  const hidden = sensitiveFields(entities.customer)
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)))
}

async function* customersOf(store: Store): AsyncGenerator<ComparedRow> {
  for await (const chunk of chunksOf(store, 'customer'))
    for (const [at, row] of (await readCompared(store.read, chunk)).entries()) {
      yield row
      if (at % perTurn === 0) await pauseWhenDue()
    }
}

async function readCompared(db: Db, test: RawBuilder<SqlBool>): Promise<ComparedRow[]> {
  const columns = comparedFields.map(
    (name) => sql`${sql.ref(`customer.${columnName(name)}`)} as ${sql.ref(name)}`,
  )
  return (await sql<ComparedRow>`select id, ${sql.join(columns)} from customer where ${test}`.execute(db))
    .rows
}
