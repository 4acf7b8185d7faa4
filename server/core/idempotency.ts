import { createHash } from 'node:crypto'
import { idOfActor } from '#domain/access/actor.ts'
import { Problem, serviceUnavailable } from '#domain/problem.ts'
import type { Context } from './context.ts'
import type { Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'
import { deferInsert } from '../store/deferred-writes.ts'
import { t } from '#domain/messages/t.ts'

export interface Answer<T> {
  status: number
  body: T
}

/** Stores the answer in the transaction of the work, so that neither is committed without the other. */
type StoreAnswer<T> = (tx: Tx, answer: Answer<T>) => Answer<T>

/** Aborts work that was already answered, before it does anything; for work that is costly to roll back. */
export type RefuseRepeat = (tx: Tx) => Promise<void>

/**
 * Does the work once per Idempotency-Key: a repeat gets the first answer and changes nothing. The row that stores the answer
 * claims the key, so a repeat fails on that row or on another unique key, is rolled back, and returns the stored answer.
 */
export async function once<T>(
  ctx: Context,
  request: unknown,
  work: (storeAnswer: StoreAnswer<T>, refuseRepeat: RefuseRepeat) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { idempotencyKey: key } = ctx
  if (key === undefined)
    return work(
      (_tx, answer) => answer,
      async () => {},
    )
  const owner = idOfActor(ctx.actor) ?? `visitor ${ctx.address}`
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const storeAnswer: StoreAnswer<T> = (tx, answer) => {
    deferInsert(tx, 'idempotency', {
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
    return await work(storeAnswer, refuseRepeat)
  } catch (error) {
    const isUnknown = ctx.store.dialect.explain(error)?.kind === 'unknown'
    const first = await firstAnswer(ctx, owner, key).catch((failure: unknown) => {
      throw isUnknown ? unknownOutcome() : failure
    })
    if (!first) throw isUnknown ? unknownOutcome() : error
    const answer = { status: first.status, body: JSON.parse(first.body) as T }
    if (first.request_hash !== requestHash) throw keyReused(answer)
    return answer
  }
}

const unknownOutcome = (): Error =>
  serviceUnavailable(
    t(
      'The connection to the database was lost while this was being saved, so it may or may not be saved. Try again: it is not saved twice',
    ),
  )

/** Returns the first answer to a client that changed its content after losing it. */
function keyReused(first: Answer<unknown>): Problem {
  const msg = t('This Idempotency-Key was already used for something else')
  return new Problem(422, { msg, errors: [{ field: 'Idempotency-Key', message: msg }], extra: { first } })
}

/** Read in a write transaction: the first one may still be waiting for its group commit. */
function firstAnswer(ctx: Context, owner: string, key: string): Promise<Tables['idempotency'] | undefined> {
  return ctx.store.transaction((tx) => readAnswer(tx, owner, key))
}

function readAnswer(tx: Tx, owner: string, key: string): Promise<Tables['idempotency'] | undefined> {
  const query = tx.selectFrom('idempotency').selectAll()
  return query.where('owner', '=', owner).where('key', '=', key).executeTakeFirst()
}

const ttlDays = 30

export async function deleteOldKeys(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  const expiry = new Date(ctx.now().getTime() - ttlDays * 86_400_000).toISOString()
  await ctx.store.transaction((tx) => tx.deleteFrom('idempotency').where('created_at', '<', expiry).execute())
}
