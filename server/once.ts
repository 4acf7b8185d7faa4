import { createHash } from 'node:crypto'
import { invalid } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Tx } from './store/dialect.ts'

export interface Answer<T> {
  status: number
  body: T
}

/**
 * Does the work once per Idempotency-Key: a repeat gets the first answer and changes nothing. The record of it is
 * written in the transaction of the work itself, so there is no moment at which one exists without the other.
 */
export async function once<T>(
  ctx: Context,
  tx: Tx,
  request: unknown,
  work: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  if (ctx.idempotencyKey === undefined) return work()
  const owner = ctx.actor.kind === 'account' ? ctx.actor.id : `visitor ${ctx.address}`
  const key = ctx.idempotencyKey
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  // Whoever comes second waits here until the first has committed, and then finds its answer.
  const claimed = await tx
    .insertInto('idempotency')
    .values({
      owner,
      key,
      request_hash: requestHash,
      status: 0,
      body: '',
      created_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  const mine = <Q extends { where: (column: string, operator: '=', value: string) => Q }>(query: Q): Q =>
    query.where('owner', '=', owner).where('key', '=', key)
  if (!claimed) {
    const first = await mine(tx.selectFrom('idempotency').selectAll()).executeTakeFirstOrThrow()
    if (first['request_hash'] !== requestHash) {
      throw invalid([
        { field: 'Idempotency-Key', message: 'This Idempotency-Key was already used for something else' },
      ])
    }
    return { status: Number(first['status']), body: JSON.parse(String(first['body'])) as T }
  }
  const answer = await work()
  await mine(
    tx.updateTable('idempotency').set({ status: answer.status, body: JSON.stringify(answer.body) }),
  ).execute()
  return answer
}

const keptDays = 30

export async function forgetOldKeys(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  const limit = new Date(ctx.now().getTime() - keptDays * 86_400_000).toISOString()
  await ctx.store.transaction((tx) => tx.deleteFrom('idempotency').where('created_at', '<', limit).execute())
}
