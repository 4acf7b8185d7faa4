import { createHash } from 'node:crypto'
import { idOfActor } from '#domain/access/actor.ts'
import { Problem, tryLater } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Row, Tx } from './store/dialect.ts'
import { insertLater } from './store/later.ts'

export interface Answer<T> {
  status: number
  body: T
}

/** Puts the answer into the transaction of the work itself: there is no moment at which one exists without the other. */
type Keep<T> = (tx: Tx, answer: Answer<T>) => Answer<T>

/** Ends work that was answered already, before it does anything; for work whose repeat would be costly to take back. */
export type RefuseRepeat = (tx: Tx) => Promise<void>

/**
 * Does the work once per Idempotency-Key: a repeat gets the first answer and changes nothing. The key is claimed by the
 * row that keeps the answer. Whoever repeats it fails on that row, or on what the first one left behind, is rolled back
 * whole, and is then told what the first one was told.
 */
export async function once<T>(
  ctx: Context,
  request: unknown,
  work: (keep: Keep<T>, refuseRepeat: RefuseRepeat) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { idempotencyKey: key } = ctx
  if (key === undefined)
    return work(
      (_tx, answer) => answer,
      async () => {},
    )
  const owner = idOfActor(ctx.actor) ?? `visitor ${ctx.address}`
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const keep: Keep<T> = (tx, answer) => {
    insertLater(tx, 'idempotency', {
      owner,
      key,
      request_hash: requestHash,
      status: answer.status,
      body: JSON.stringify(answer.body),
      created_at: ctx.now().toISOString(),
    })
    return answer
  }
  const refuseRepeat: RefuseRepeat = async (tx) => {
    if (await readAnswer(tx, owner, key)) throw new Error('answered already')
  }
  try {
    return await work(keep, refuseRepeat)
  } catch (error) {
    const isUnknown = ctx.store.dialect.explain(error)?.kind === 'unknown'
    const first = await firstAnswer(ctx, owner, key).catch((failure: unknown) => {
      throw isUnknown ? safeToRepeat() : failure
    })
    if (!first) throw isUnknown ? safeToRepeat() : error
    const answer = { status: Number(first['status']), body: JSON.parse(String(first['body'])) as T }
    if (first['request_hash'] !== requestHash) throw usedForOther(answer)
    return answer
  }
}

const safeToRepeat = (): Error =>
  tryLater(
    'The connection to the database was lost while this was being saved, so it is not known whether it was. Try again: it is not saved twice',
  )

/** A client that changed its content after a lost answer learns from this what became of the first attempt. */
function usedForOther(first: Answer<unknown>): Problem {
  const msg = 'This Idempotency-Key was already used for something else'
  return new Problem(422, { msg, errors: [{ field: 'Idempotency-Key', message: msg }], extra: { first } })
}

/** Read where it was written, in a transaction of its own: the first one may be about to be committed together with others. */
function firstAnswer(ctx: Context, owner: string, key: string): Promise<Row | undefined> {
  return ctx.store.transaction((tx) => readAnswer(tx, owner, key))
}

function readAnswer(tx: Tx, owner: string, key: string): Promise<Row | undefined> {
  const query = tx.selectFrom('idempotency').selectAll()
  return query.where('owner', '=', owner).where('key', '=', key).executeTakeFirst()
}

const keptDays = 30

export async function forgetOldKeys(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  const limit = new Date(ctx.now().getTime() - keptDays * 86_400_000).toISOString()
  await ctx.store.transaction((tx) => tx.deleteFrom('idempotency').where('created_at', '<', limit).execute())
}
