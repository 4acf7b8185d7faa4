import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameOfActor } from '#domain/access/actor.ts'
import type {
  DuplicatePair,
  DuplicatePairQuery,
  DuplicatePairs,
  NotSame,
  PairSearch,
} from '#domain/api/records/duplicate-pairs.ts'
import { entities, entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { PairReason } from '#domain/duplicates/pairs/pair-reasons.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { describeAffected } from '#domain/rename-merge.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { gate, hiddenFieldsFor, requireRight } from '../core/gate.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { inParallel } from '../base/in-parallel.ts'
import { isId } from '../store/new-id.ts'
import { readSetting } from '../store/settings.ts'
import {
  findLikelyAmong,
  isSearchedToday,
  isSearching,
  lastSearchSetting,
  searchPairs,
} from './find-pairs.ts'
import { countUses, placeNames, readCustomers } from './pair-customers.ts'
import {
  countDistinctPairs,
  countOpenPairs,
  deleteDistinctPair,
  deletePairs,
  orderIds,
  putDistinctPair,
  readDistinctPairs,
  readOpenPairs,
  type PairIds,
  type PairScope,
} from './pair-store.ts'

const maxWait = 1500 // milliseconds

const placeFields = ['Zone_Code', 'State_Code', 'Station_Code', 'City_Code'] as const

/** Pairs of which the account sees both customers, and one of them is in the chosen places. */
function scopeOf(ctx: Context, query: Partial<DuplicatePairQuery>): PairScope {
  const sides = ['one_customer', 'other_customer']
  const inScope = sides.flatMap((side): RawBuilder<SqlBool>[] => {
    const filter = territoryFilter(ctx, 'customer', side)
    return filter ? [sql<SqlBool>`${filter.test()}`] : []
  })
  const chosen = placeFields.flatMap((name): RawBuilder<SqlBool>[] => {
    const code = query[name]
    if (!code) return []
    const isThere = sides.map((side) => sql`${sql.ref(`${side}.${columnName(name)}`)} = ${code}`)
    return [sql<SqlBool>`(${sql.join(isThere, sql` or `)})`]
  })
  return {
    tests: [...inScope, ...chosen],
    isMasked: hiddenFieldsFor(ctx.actor, entities.customer).length > 0,
  }
}

/** A page of pairs. The first request of a day starts a search. */
export async function listDuplicatePairs(ctx: Context, query: DuplicatePairQuery): Promise<DuplicatePairs> {
  requireRight(ctx, 'update', 'customer')
  const scope = scopeOf(ctx, query)
  if (!(await isSearchedToday(ctx))) void searchPairs(ctx)
  const read = query.state === 'open' ? readOpenPage : readDistinctPage
  // Deletes the pairs that are no longer likely, so it is before the counts.
  const { pairs, next } = await read(ctx, scope, query)
  const db = ctx.store.read
  const [counts, notSame, lookedAt, items] = await inParallel([
    () => countOpenPairs(db, scope),
    () => countDistinctPairs(db, scope),
    () => readSetting(db, lastSearchSetting),
    () => toItems(ctx, pairs),
  ])
  const { all = 0, ...reasons } = counts
  if (scope.isMasked) reasons['pan'] = 0
  return {
    items,
    next,
    names: await placeNames(ctx, items),
    open: all,
    reasons,
    notSame,
    lookedAt: lookedAt ?? null,
    isLooking: isSearching(ctx),
  }
}

interface ShownPair extends PairIds {
  reasons: readonly PairReason[]
  by: string | null
  at: string | null
}

interface PairPage {
  pairs: ShownPair[]
  next: string | null
}

async function readOpenPage(ctx: Context, scope: PairScope, query: DuplicatePairQuery): Promise<PairPage> {
  const { reason, limit } = query
  if (scope.isMasked && reason === 'pan') return { pairs: [], next: null }
  let after = readCursor(query.after)
  for (;;) {
    const found = await readOpenPairs(ctx.store.read, scope, {
      reason,
      after: after && { one: after.one, other: after.other, weight: Number(after.key) },
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const likely = await findLikelyAmong(ctx.store.read, page)
    const outdated = page.filter((pair) => !likely.has(keyOf(pair)))
    if (outdated.length > 0) await ctx.store.transaction((tx) => deletePairs(tx, outdated))
    const last = page.at(-1)
    const hasMore = found.length > limit && last !== undefined
    const pairs = page.flatMap((pair): ShownPair[] => {
      const now = likely.get(keyOf(pair))
      // The reasons may have changed since the search.
      if (!now || (reason && !now.reasons.includes(reason)) || (scope.isMasked && now.needsHidden)) return []
      const reasons = now.reasons.filter((each) => each !== 'pan' || !scope.isMasked)
      return [{ one: pair.one, other: pair.other, reasons, by: null, at: null }]
    })
    if (pairs.length > 0 || !hasMore)
      return { pairs, next: hasMore ? `${last.weight}_${last.one}_${last.other}` : null }
    after = { key: String(last.weight), one: last.one, other: last.other }
  }
}

async function readDistinctPage(
  ctx: Context,
  scope: PairScope,
  { after: cursor, limit }: DuplicatePairQuery,
): Promise<PairPage> {
  const after = readCursor(cursor)
  const found = await readDistinctPairs(ctx.store.read, scope, {
    after: after && { one: after.one, other: after.other, at: after.key },
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const likely = await findLikelyAmong(ctx.store.read, page)
  const pairs = page.map((pair): ShownPair => {
    const reasons = likely.get(keyOf(pair))?.reasons ?? []
    return { ...pair, reasons: reasons.filter((each) => each !== 'pan' || !scope.isMasked) }
  })
  return { pairs, next: found.length > limit && last ? `${last.at}_${last.one}_${last.other}` : null }
}

const keyOf = ({ one, other }: PairIds): string => `${one} ${other}`

function readCursor(after: string | undefined): (PairIds & { key: string }) | undefined {
  const [key, one, other] = after?.split('_') ?? []
  return key !== undefined && one !== undefined && other !== undefined ? { key, one, other } : undefined
}

async function toItems(ctx: Context, pairs: readonly ShownPair[]): Promise<DuplicatePair[]> {
  const customers = await readCustomers(ctx, [...new Set(pairs.flatMap(({ one, other }) => [one, other]))])
  const uses = await countUses(ctx, [...customers.values()])
  const total = (id: string): number => Object.values(uses[id] ?? {}).reduce((sum, each) => sum + each, 0)
  return pairs.flatMap(({ one, other, reasons, by, at }) => {
    const [first, second] = [customers.get(one), customers.get(other)]
    if (!first || !second) return []
    return [
      {
        one: first,
        other: second,
        reasons: [...reasons],
        // Ids are ordered by time: the first one is older.
        keep: total(other) > total(one) ? other : one,
        uses: { [one]: describeUses(uses[one]), [other]: describeUses(uses[other]) },
        markedBy: by,
        markedAt: at,
      },
    ]
  })
}

const describeUses = (uses: Readonly<Record<string, number>> = {}): string =>
  describeAffected(Object.entries(uses).map(([name, count]) => ({ path: entityNamed(name).path, count })))

/** Searches again; with many customers the response comes before it ends. */
export async function searchDuplicatePairs(ctx: Context): Promise<PairSearch> {
  requireRight(ctx, 'update', 'customer')
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWait).unref())
  await Promise.race([searchPairs(ctx), timeout])
  const lookedAt = await readSetting(ctx.store.read, lastSearchSetting)
  return { lookedAt: lookedAt ?? null, isLooking: isSearching(ctx) }
}

export async function markNotSame(ctx: Context, { ids }: NotSame): Promise<void> {
  const pair = orderIds(ids)
  if (pair.one === pair.other)
    throw invalid([{ field: 'ids', message: t('ids should be the ids of two customers') }])
  await requireBoth(ctx, pair)
  const marked = { ...pair, by: nameOfActor(ctx.actor), at: ctx.now().toISOString() }
  await ctx.store.transaction((tx) => putDistinctPair(tx, marked))
}

export async function unmarkNotSame(ctx: Context, one: string, other: string): Promise<void> {
  if (!isId(one) || !isId(other)) throw missingPair()
  const pair = orderIds([one.toLowerCase(), other.toLowerCase()])
  await requireBoth(ctx, pair)
  const isDeleted = await ctx.store.transaction((tx) => deleteDistinctPair(tx, pair))
  if (!isDeleted) throw missingPair()
}

const missingPair = () => notFound(t('These customers are not marked as not the same'))

/** Both customers have to be in the scope of the account. */
async function requireBoth(ctx: Context, { one, other }: PairIds): Promise<void> {
  const records = gate(ctx, 'update', 'customer')
  for (const id of [one, other])
    if (!(await records.find(id))) throw notFound(t('There is no such customer here'))
}
