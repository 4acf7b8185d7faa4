import { sql } from 'kysely'
import { slowDown } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Tx } from './store/dialect.ts'

/** How often something may be tried. Never a lock that needs a person to open. */
export type Allowance = Doubling | Refill

/** Some at once, then with waits that double. */
interface Doubling {
  free: number
  /** The first wait, in seconds; each further one is twice as long, up to the longest. */
  wait: number
  longest: number
}

/** Some at once; then one comes back every so many seconds. */
interface Refill {
  free: number
  refill: number
}

/** Five at once, then after 30, 60, 120, 240, 480 s: the sum of the waits is over 15 minutes, so 10 at most in any 15. */
export const passwordAllowance: Allowance = { free: 5, wait: 30, longest: 4 * 3600 }
/** An office shares one address, so it gets more; a flood from one place is still slowed. */
export const addressAllowance: Allowance = { free: 60, refill: 60 }
export const publicWriteAllowance: Allowance = { free: 20, wait: 15, longest: 900 }
/** Nobody's mailbox is filled by others: one, then with waits of 5, 10, 20 minutes. */
export const mailAllowance: Allowance = { free: 1, wait: 300, longest: 3600 }

const forgottenAfterSeconds = 15 * 60

/** What is kept of the attempts at one thing: how many, and when the last of them was. Times are in milliseconds. */
export interface Attempts {
  count: number
  at: number
}

/** What becomes of one more attempt; `wait` is how many seconds too early it came. */
export interface Judged {
  attempts: Attempts
  wait: number
}

/**
 * Waits are durations, counted from the last attempt. A time in the future comes from a clock that was set back, or from an
 * instance whose clock is ahead; it is taken for now, so that no clock keeps anyone out for longer than the wait itself.
 */
export function judgeAttempt(allowance: Allowance, { count, at }: Attempts, now: number): Judged {
  const since = Math.min(at, now)
  return 'refill' in allowance
    ? judgeRefill(allowance, { count, at: since }, now)
    : judgeDoubling(allowance, { count, at: since }, now)
}

function judgeDoubling({ free, wait, longest }: Doubling, { count, at }: Attempts, now: number): Judged {
  const seconds = (now - at) / 1000
  const needed = count < free ? 0 : Math.min(wait * 2 ** Math.min(count - free, 20), longest)
  if (seconds < needed) return { attempts: { count, at }, wait: needed - seconds }
  const isForgotten = seconds > forgottenAfterSeconds
  return { attempts: { count: isForgotten ? 1 : count + 1, at: now }, wait: 0 }
}

function judgeRefill({ free, refill }: Refill, { count, at }: Attempts, now: number): Judged {
  const back = Math.floor((now - at) / 1000 / refill)
  const left = Math.max(0, count - back)
  // What has passed of the next one's time is not lost.
  const since = left === 0 ? now : at + back * refill * 1000
  if (left >= free) return { attempts: { count: left, at: since }, wait: refill - (now - since) / 1000 }
  return { attempts: { count: left + 1, at: since }, wait: 0 }
}

/**
 * Counts an attempt, before the work it guards and in one statement, so that parallel attempts on several instances
 * cannot slip past each other. Throws when it came too early.
 */
export async function countAttempt(
  ctx: Pick<Context, 'store' | 'now'>,
  what: readonly string[],
  allowance: Allowance,
): Promise<void> {
  const key = keyOf(what)
  const wait = await ctx.store.transaction(async (tx) => {
    const asked = inText(ctx.now().getTime())
    // The row lock of this upsert is what makes parallel attempts queue up.
    const { rows } = await sql<{ count: number; last_at: string }>`
      insert into attempt (key, count, last_at) values (${key}, 0, ${asked})
      on conflict (key) do update set key = attempt.key
      returning count, last_at`.execute(tx)
    const before = { count: Number(rows[0]!.count), at: Date.parse(rows[0]!.last_at) }
    const judged = judgeAttempt(allowance, before, ctx.now().getTime())
    const { count, at } = judged.attempts
    // A refusal writes nothing, except to correct a time that lies in the future.
    if (judged.wait > 0 && at >= before.at) throw tooEarly(judged.wait)
    await tx
      .updateTable('attempt')
      .set({ count, last_at: inText(at) })
      .where('key', '=', key)
      .execute()
    return judged.wait
  })
  if (wait > 0) throw tooEarly(wait)
}

const inText = (time: number): string => new Date(time).toISOString()

function tooEarly(wait: number): Error {
  const seconds = Math.ceil(wait)
  return slowDown(
    `Too many attempts. Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}`,
    seconds,
  )
}

export async function forgetAttempts(tx: Tx, what: readonly string[]): Promise<void> {
  await tx.deleteFrom('attempt').where('key', '=', keyOf(what)).execute()
}

/** Also those that are counted apart, under a key that begins like this one. */
export async function forgetAllAttempts(tx: Tx, what: readonly string[]): Promise<void> {
  await forgetAttempts(tx, what)
  const beginning = keyOf(what).slice(0, -1)
  // Between the comma that goes on with the key and the sign after the comma.
  await tx
    .deleteFrom('attempt')
    .where('key', '>=', `${beginning},`)
    .where('key', '<', `${beginning}-`)
    .execute()
}

/** Takes one attempt back, because it turned out to be a good one: only failures are to be slowed down. */
export async function giveAttemptBack(tx: Tx, what: readonly string[]): Promise<void> {
  await sql`update attempt set count = count - 1 where key = ${keyOf(what)} and count > 0`.execute(tx)
}

/** As JSON, so that no text somebody chose can make one key look like another. */
const keyOf = (what: readonly string[]): string => JSON.stringify(what)

/** A day old, or a day ahead, which no clock that is right has written. */
export async function forgetOldAttempts(tx: Tx, now: Date): Promise<void> {
  const day = 86_400_000
  await tx
    .deleteFrom('attempt')
    .where((is) =>
      is.or([
        is('last_at', '<', inText(now.getTime() - day)),
        is('last_at', '>', inText(now.getTime() + day)),
      ]),
    )
    .execute()
}
