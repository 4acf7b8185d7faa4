import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import { tallyResults } from '#domain/advice/results.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { ResponseCache } from '../base/cache/response-cache.ts'
import { runForAll } from '../base/caller.ts'
import type { Context } from '../core/context.ts'
import { lastChange } from '../store/history/history-store.ts'
import { readerFor } from '../store/long-reads.ts'
import type { Store } from '../store/store.ts'
import { answeredAdvice } from './results-store.ts'

type Tallies = ReturnType<typeof tallyResults>

const caches = new WeakMap<Store, ResponseCache<Tallies>>()

/** Milliseconds: a count that took longer the last time is not waited for after a change. */
const maxWait = 100

/**
 * How often advice helped, by the visits that the account sees. All of them are sorted to find the advice before each answer, which takes
 * about a second for 100,000; meanwhile the last count is used.
 */
export async function tallyOfAdvice(ctx: Context): Promise<Tallies> {
  const cache = caches.get(ctx.store) ?? new ResponseCache<Tallies>()
  caches.set(ctx.store, cache)
  const { read: db, dialect } = ctx.store
  const count = async (): Promise<Tallies> =>
    tallyResults(await answeredAdvice(ctx, await readerFor(db, dialect, entityNamed('visit'))))
  return cache.get({
    key: JSON.stringify([territoryOf(ctx.actor), ownWorkOf(ctx.actor)]),
    fresh: false,
    maxWait,
    state: await lastChange(db),
    now: () => ctx.now().getTime(),
    count: () => runForAll(count),
  })
}
