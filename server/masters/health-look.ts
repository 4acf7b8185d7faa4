import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { mostKept } from '#domain/health/data-health.ts'
import { healthRules } from '#domain/health/rules.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import type { Context } from '../context.ts'
import type { Db, Row } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'
import { putSetting } from '../store/settings.ts'
import { textOf, type Check, type Today } from './health-check.ts'
import { checksOf } from './health-rules.ts'
import { countsSince, exceptedIds, forgetOldCounts, keepFindings, type Found } from './health-store.ts'

export const lookedAtSetting = 'health.looked-at'
const daysKept = 400

export const todayOf = (ctx: Context): Today => ({
  day: dayIn(ctx.now(), ctx.config.timeZone),
  now: ctx.now(),
})

// Asking twice joins the look that is under way. Another instance may look as well: it finds the same.
const looks = new WeakMap<Store, Promise<void>>()

export const isLooking = (ctx: Context): boolean => looks.has(ctx.store)

/** Looks at everything by every rule, in the background. A rule that fails keeps what it found before. */
export function lookAgain(ctx: Context): Promise<void> {
  const underWay = looks.get(ctx.store)
  if (underWay) return underWay
  const look = lookByEveryRule(ctx).finally(() => looks.delete(ctx.store))
  looks.set(ctx.store, look)
  return look
}

/** Once a day, by whoever comes first. */
export async function lookDaily(ctx: Context): Promise<void> {
  const { day } = todayOf(ctx)
  if ((await countsSince(ctx.store.read, day)).length > 0) return
  await lookAgain(ctx)
  await ctx.store.transaction((tx) => forgetOldCounts(tx, addDays(day, -daysKept)))
}

async function lookByEveryRule(ctx: Context): Promise<void> {
  const today = todayOf(ctx)
  for (const { id } of healthRules) {
    try {
      const findings = await lookBy(ctx.store, id, today)
      await ctx.store.transaction((tx) => keepFindings(tx, id, today.day, findings))
    } catch (error) {
      ctx.log.warn({ err: error, rule: id }, 'a rule of the data’s health could not be looked at')
    }
  }
  try {
    const at = ctx.now()
    await ctx.store.transaction((tx) => putSetting(tx, lookedAtSetting, at.toISOString(), at))
  } catch (error) {
    ctx.log.warn({ err: error }, 'the time of the look could not be kept')
  }
}

interface Findings {
  found: number
  kept: Found[]
}

async function lookBy(store: Store, rule: string, today: Today): Promise<Findings> {
  const excepted = await exceptedIds(store.read, rule)
  const findings: Findings = { found: 0, kept: [] }
  const note = (found: Found): void => {
    if (excepted.has(found.id)) return
    findings.found++
    if (findings.kept.length < mostKept) findings.kept.push(found)
  }
  for (const check of checksOf[rule]!) {
    if (check.sameKey) await lookForSame(store, check, check.sameKey, today, note)
    else {
      const says = await saysOf(check, store.read, today)
      for await (const rows of rowsOf(store, check, today))
        for (const row of rows)
          if (says(row) !== null) note({ id: textOf(row['id']), entity: check.entity, otherId: null })
    }
  }
  return findings
}

export const saysOf = async ({ says }: Check, db: Db, today: Today): Promise<(row: Row) => string | null> =>
  typeof says === 'function' ? says : says.after(db, today)

/** A piece at a time, with a pause in between: the others are served meanwhile, and no statement takes long. */
async function* rowsOf(store: Store, check: Check, today: Today): AsyncGenerator<Row[]> {
  const size = store.dialect.isEmbedded ? 1000 : 5000
  const id = sql.ref(`${check.table}.id`)
  let after = ''
  for (;;) {
    const end = await store.read
      .selectFrom(check.table)
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst()
    const upTo = end ? sql` and ${id} <= ${String(end['id'])}` : sql``
    const piece: RawBuilder<SqlBool> = sql`${id} > ${after}${upTo}`
    yield (await check.rows(piece, today).execute(store.read)).rows
    if (!end) return
    after = String(end['id'])
    await setImmediate()
  }
}

const slots = 1 << 24

/**
 * Two passes: the first notes in a table of fixed size which keys may occur twice, the second gathers only those. A
 * million different keys never stand in memory at once.
 */
async function lookForSame(
  store: Store,
  check: Check,
  keyOf: (row: Row) => string | null,
  today: Today,
  note: (found: Found) => void,
): Promise<void> {
  const [once, twice] = [new Uint8Array(slots / 8), new Uint8Array(slots / 8)]
  const has = (bits: Uint8Array, slot: number): boolean => (bits[slot >> 3]! & (1 << (slot & 7))) !== 0
  const set = (bits: Uint8Array, slot: number): void => void (bits[slot >> 3]! |= 1 << (slot & 7))
  for await (const rows of rowsOf(store, check, today)) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key === null) continue
      const slot = slotOf(key)
      set(has(once, slot) ? twice : once, slot)
    }
  }
  const first = new Map<string, string>()
  for await (const rows of rowsOf(store, check, today)) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key === null || !has(twice, slotOf(key))) continue
      const [id, before] = [textOf(row['id']), first.get(key)]
      if (before === undefined) first.set(key, id)
      else note({ id, entity: check.entity, otherId: before })
    }
  }
}

/** FNV-1a. */
function slotOf(key: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01_00_01_93)
  return (hash >>> 0) % slots
}
