import { sql } from 'kysely'
import { tooManyRequests } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Tx } from '../store/dialect.ts'
import { t } from '#domain/messages/t.ts'

/** How often something may be attempted; there are no lockouts that need an administrator. */
export type Allowance = Doubling | Refill

/** A burst, then waits that double. */
interface Doubling {
  burst: number
  /** The first wait in seconds; each further one is twice as long, up to the maximum. */
  wait: number
  maxWait: number
}

/** A token bucket: a burst, then one more every `refill` seconds. */
interface Refill {
  burst: number
  refill: number
}

/** Five at once, then after 30, 60, 120, 240, 480 s: the sum of the waits is over 15 minutes, so 10 at most in any 15. */
export const passwordAllowance: Allowance = { burst: 5, wait: 30, maxWait: 4 * 3600 }
/** An office shares one address, so it gets more; a flood from one address is still slowed down. */
export const addressAllowance: Allowance = { burst: 60, refill: 60 }
export const publicWriteAllowance: Allowance = { burst: 20, wait: 15, maxWait: 900 }
/** Protects mailboxes from being flooded: one mail, then waits of 5, 10, 20 minutes. */
export const mailAllowance: Allowance = { burst: 1, wait: 300, maxWait: 3600 }

const resetAfterSeconds = 15 * 60

/** The stored attempts of one key: how many, and the time of the last one, in milliseconds. */
export interface Attempts {
  count: number
  at: number
}

/** The result of one more attempt; `wait` is by how many seconds it came too early. */
export interface AttemptResult {
  attempts: Attempts
  wait: number
}

/**
 * Waits are durations since the last attempt. A time in the future comes from a clock that was set back, or from an instance
 * whose clock is ahead; it counts as now, so that a wrong clock never blocks longer than the wait itself.
 */
export function evaluateAttempt(allowance: Allowance, { count, at }: Attempts, now: number): AttemptResult {
  const since = Math.min(at, now)
  return 'refill' in allowance
    ? evaluateRefill(allowance, { count, at: since }, now)
    : evaluateDoubling(allowance, { count, at: since }, now)
}

function evaluateDoubling(
  { burst, wait, maxWait }: Doubling,
  { count, at }: Attempts,
  now: number,
): AttemptResult {
  const seconds = (now - at) / 1000
  const needed = count < burst ? 0 : Math.min(wait * 2 ** Math.min(count - burst, 20), maxWait)
  if (seconds < needed) return { attempts: { count, at }, wait: needed - seconds }
  const isReset = seconds > resetAfterSeconds
  return { attempts: { count: isReset ? 1 : count + 1, at: now }, wait: 0 }
}

function evaluateRefill({ burst, refill }: Refill, { count, at }: Attempts, now: number): AttemptResult {
  const refilled = Math.floor((now - at) / 1000 / refill)
  const used = Math.max(0, count - refilled)
  // Keeps the elapsed part of the next refill.
  const since = used === 0 ? now : at + refilled * refill * 1000
  if (used >= burst) return { attempts: { count: used, at: since }, wait: refill - (now - since) / 1000 }
  return { attempts: { count: used + 1, at: since }, wait: 0 }
}

/**
 * Counts an attempt before the work it protects, under a row lock, so that concurrent attempts on several instances are all
 * counted. Throws when the attempt came too early.
 */
export async function countAttempt(
  ctx: Pick<Context, 'store' | 'now'>,
  what: readonly string[],
  allowance: Allowance,
): Promise<void> {
  const key = keyOf(what)
  const wait = await ctx.store.transaction(async (tx) => {
    const requestedAt = toIso(ctx.now().getTime())
    // The row lock of this upsert serialises concurrent attempts.
    const { rows } = await sql<{ count: number; last_at: string }>`
      insert into attempt (key, count, last_at) values (${key}, 0, ${requestedAt})
      on conflict (key) do update set key = attempt.key
      returning count, last_at`.execute(tx)
    const before = { count: Number(rows[0]!.count), at: Date.parse(rows[0]!.last_at) }
    const result = evaluateAttempt(allowance, before, ctx.now().getTime())
    const { count, at } = result.attempts
    // A rejected attempt writes nothing, except to correct a time in the future.
    if (result.wait > 0 && at >= before.at) throw tooEarly(result.wait)
    await tx
      .updateTable('attempt')
      .set({ count, last_at: toIso(at) })
      .where('key', '=', key)
      .execute()
    return result.wait
  })
  if (wait > 0) throw tooEarly(wait)
}

const toIso = (time: number): string => new Date(time).toISOString()

function tooEarly(wait: number): Error {
  const seconds = Math.ceil(wait)
  return tooManyRequests(
    seconds < 120
      ? t('Too many attempts. Try again in {count, plural, one {# second} other {# seconds}}', {
          count: seconds,
        })
      : t('Too many attempts. Try again in {count, plural, one {# minute} other {# minutes}}', {
          count: Math.ceil(seconds / 60),
        }),
    seconds,
  )
}

export async function clearAttempts(tx: Tx, what: readonly string[]): Promise<void> {
  await tx.deleteFrom('attempt').where('key', '=', keyOf(what)).execute()
}

/** Also deletes attempts counted separately under keys with this prefix. */
export async function clearAllAttempts(tx: Tx, what: readonly string[]): Promise<void> {
  await clearAttempts(tx, what)
  const beginning = keyOf(what).slice(0, -1)
  // The range from the comma that continues the key to the character after the comma.
  await tx
    .deleteFrom('attempt')
    .where('key', '>=', `${beginning},`)
    .where('key', '<', `${beginning}-`)
    .execute()
}

/** Uncounts a successful attempt: only failures are slowed down. */
export async function refundAttempt(tx: Tx, what: readonly string[]): Promise<void> {
  await sql`update attempt set count = count - 1 where key = ${keyOf(what)} and count > 0`.execute(tx)
}

/** As JSON, so that user input cannot make two keys collide. */
const keyOf = (what: readonly string[]): string => JSON.stringify(what)

/** Deletes attempts that are a day old, or more than a day in the future, which no correct clock has written. */
export async function deleteOldAttempts(tx: Tx, now: Date): Promise<void> {
  const day = 86_400_000
  await tx
    .deleteFrom('attempt')
    .where((is) =>
      is.or([is('last_at', '<', toIso(now.getTime() - day)), is('last_at', '>', toIso(now.getTime() + day))]),
    )
    .execute()
}
