import { maxFindings } from '#domain/data-quality/limits.ts'
import { qualityRules } from '#domain/data-quality/rules.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import { putSetting } from '../store/settings.ts'
import { chunksOf, RepeatedKeys } from './chunks.ts'
import type { Check, CheckedRow, Today } from './quality-check.ts'
import { checksOf } from './rules.ts'
import {
  countsSince,
  exceptedIds,
  deleteOldCounts,
  saveFindings,
  type StoredFinding,
} from './finding-store.ts'

export const lastCheckSetting = 'health.looked-at'
const retentionDays = 400

export const todayOf = (ctx: Context): Today => ({
  day: dayIn(ctx.now(), ctx.config.timeZone),
  now: ctx.now(),
})

// A second request joins the running check. Another instance may run one as well, with the same result.
const runningChecks = new WeakMap<Store, Promise<void>>()

export const isChecking = (ctx: Context): boolean => runningChecks.has(ctx.store)

/** Runs every rule in the background. A rule that fails keeps its previous findings. */
export function runChecks(ctx: Context): Promise<void> {
  const running = runningChecks.get(ctx.store)
  if (running) return running
  const run = runAllRules(ctx).finally(() => runningChecks.delete(ctx.store))
  runningChecks.set(ctx.store, run)
  return run
}

/** Runs once a day, in the instance that is first. */
export async function checkDaily(ctx: Context): Promise<void> {
  const { day } = todayOf(ctx)
  if ((await countsSince(ctx.store.read, day)).length > 0) return
  await runChecks(ctx)
  await ctx.store.transaction((tx) => deleteOldCounts(tx, addDays(day, -retentionDays)))
}

async function runAllRules(ctx: Context): Promise<void> {
  const today = todayOf(ctx)
  for (const { id } of qualityRules) {
    try {
      const findings = await runRule(ctx.store, id, today)
      await ctx.store.transaction((tx) => saveFindings(tx, id, today.day, findings))
    } catch (error) {
      ctx.log.warn({ err: error, rule: id }, 'a data quality rule failed')
    }
  }
  try {
    const at = ctx.now()
    await ctx.store.transaction((tx) => putSetting(tx, lastCheckSetting, at.toISOString(), at))
  } catch (error) {
    ctx.log.warn({ err: error }, 'the time of the data quality check could not be saved')
  }
}

interface Findings {
  found: number
  stored: StoredFinding[]
}

async function runRule(store: Store, rule: string, today: Today): Promise<Findings> {
  const excepted = await exceptedIds(store.read, rule)
  const findings: Findings = { found: 0, stored: [] }
  const addFinding = (found: StoredFinding): void => {
    if (excepted.has(found.id)) return
    findings.found++
    if (findings.stored.length < maxFindings) findings.stored.push(found)
  }
  for (const check of checksOf[rule]!) {
    if (check.sameKey) await findRepeatedKeys(store, check, check.sameKey, today, addFinding)
    else {
      const describe = await describerOf(check, store.read, today)
      for await (const rows of rowsOf(store, check, today))
        for (const row of rows)
          if (describe(row) !== null) addFinding({ id: row.id, entity: check.entity, otherId: null })
    }
  }
  return findings
}

export const describerOf = async (
  { describe }: Check,
  db: Db,
  today: Today,
): Promise<(row: CheckedRow) => string | null> =>
  typeof describe === 'function' ? describe : describe.prepare(db, today)

/** Reads in chunks and yields to the event loop between them, so that no statement takes long. */
async function* rowsOf(store: Store, check: Check, today: Today): AsyncGenerator<CheckedRow[]> {
  for await (const chunk of chunksOf(store, check.table))
    yield (await check.rows(chunk, today).execute(store.read)).rows
}

/**
 * Two passes: the first marks in a bitmap of fixed size which keys may occur twice, the second collects only those, so
 * that a million distinct keys are never held in memory.
 */
async function findRepeatedKeys(
  store: Store,
  check: Check,
  keyOf: (row: CheckedRow) => string | null,
  today: Today,
  addFinding: (found: StoredFinding) => void,
): Promise<void> {
  const repeated = new RepeatedKeys()
  for await (const rows of rowsOf(store, check, today)) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key !== null) repeated.mark(key)
    }
  }
  const first = new Map<string, string>()
  for await (const rows of rowsOf(store, check, today)) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key === null || !repeated.isRepeated(key)) continue
      const [id, before] = [row.id, first.get(key)]
      if (before === undefined) first.set(key, id)
      else addFinding({ id, entity: check.entity, otherId: before })
    }
  }
}
