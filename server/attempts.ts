import { sql } from 'kysely'
import { slowDown } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Tx } from './store/dialect.ts'

/** How often something may be tried: some at once, then with waits that double. Never a lock that needs a person to open. */
export interface Allowance {
  free: number
  /** The first wait, in seconds; each further one is twice as long, up to the longest. */
  wait: number
  longest: number
}

/** Five at once, then after 30, 60, 120, 240, 480 s: the sum of the waits is over 15 minutes, so 10 at most in any 15. */
export const passwordAllowance: Allowance = { free: 5, wait: 30, longest: 4 * 3600 }
/** An office shares one address, so it gets more; a flood from one place is still slowed. */
export const addressAllowance: Allowance = { free: 60, wait: 5, longest: 60 }
export const publicWriteAllowance: Allowance = { free: 20, wait: 15, longest: 900 }
/** Nobody's mailbox is filled by others: one, then with waits of 5, 10, 20 minutes. */
export const mailAllowance: Allowance = { free: 1, wait: 300, longest: 3600 }

const forgottenAfterSeconds = 15 * 60

/**
 * Counts an attempt, before the work it guards and in one statement, so that parallel attempts on several instances
 * cannot slip past each other. Throws when it came too early.
 */
export async function countAttempt(
  ctx: Pick<Context, 'store' | 'now'>,
  what: readonly string[],
  { free, wait, longest }: Allowance,
): Promise<void> {
  const key = keyOf(what)
  const now = ctx.now()
  const at = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString()
  const next = (count: number): string =>
    at(count < free ? 0 : Math.min(wait * 2 ** Math.min(count - free, 20), longest))
  await ctx.store.transaction(async (tx) => {
    const forgotten = at(-forgottenAfterSeconds)
    // The row lock of this upsert is what makes parallel attempts queue up.
    const { rows } = await sql<{ count: number; next_at: string; last_at: string }>`
      insert into attempt (key, count, last_at, next_at) values (${key}, 0, ${at(0)}, ${at(0)})
      on conflict (key) do update set key = attempt.key
      returning count, next_at, last_at`.execute(tx)
    const seen = rows[0]!
    const fresh = seen.last_at < forgotten && seen.next_at < at(0)
    const count = fresh ? 0 : Number(seen.count)
    if (!fresh && seen.next_at > at(0)) {
      const seconds = Math.ceil((Date.parse(seen.next_at) - now.getTime()) / 1000)
      throw slowDown(
        `Too many attempts. Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}`,
        seconds,
      )
    }
    await tx
      .updateTable('attempt')
      .set({ count: count + 1, last_at: at(0), next_at: next(count + 1) })
      .where('key', '=', key)
      .execute()
  })
}

export async function forgetAttempts(tx: Tx, what: readonly string[]): Promise<void> {
  await tx.deleteFrom('attempt').where('key', '=', keyOf(what)).execute()
}

/** Takes one attempt back, because it turned out to be a good one: only failures are to be slowed down. */
export async function giveAttemptBack(tx: Tx, what: readonly string[], now: Date): Promise<void> {
  await sql`
    update attempt set count = count - 1, next_at = ${now.toISOString()}
    where key = ${keyOf(what)} and count > 0`.execute(tx)
}

/** As JSON, so that no text somebody chose can make one key look like another. */
const keyOf = (what: readonly string[]): string => JSON.stringify(what)

export async function forgetOldAttempts(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('attempt')
    .where('last_at', '<', new Date(now.getTime() - 86_400_000).toISOString())
    .execute()
}
