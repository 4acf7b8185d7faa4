import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import type {
  BatchChange,
  BatchPage,
  BatchQuery,
  BatchView,
  BatchWithChanges,
} from '#domain/api/changes/batches.ts'
import type { BatchKind } from '#domain/batches.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { notFound } from '#domain/problem.ts'
import { can } from '#domain/access/policy.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Tx } from '../store/dialect.ts'
import { isId, newId } from '../store/new-id.ts'
import {
  entriesOfBatch,
  findBatch,
  insertBatch,
  listBatches,
  type Batch,
  type BatchEntry,
} from './batch-store.ts'
import { t } from '#domain/messages/t.ts'

export interface NewBatch {
  kind: BatchKind
  entity: string | null
  title: string
  undoes?: string
  /** Whether the batch continues after this transaction, as an import written in pieces does. */
  isOpen?: boolean
}

/** Inserts a batch and returns a context; changes made with that context belong to the batch. */
export async function beginBatch(
  ctx: Context,
  tx: Tx,
  about: NewBatch,
): Promise<Context & { batchId: string }> {
  const batchId = newId(ctx.now())
  await insertBatch(tx, {
    id: batchId,
    kind: about.kind,
    entity: about.entity,
    title: about.title,
    by: nameOfActor(ctx.actor),
    actorId: idOfActor(ctx.actor),
    at: ctx.now().toISOString(),
    state: about.isOpen ? 'open' : 'done',
    undoes: about.undoes ?? null,
    undoneAt: null,
    undoneBy: null,
  })
  return { ...ctx, batchId }
}

/** Runs the work in one transaction as one batch, which can be undone in one step. */
export function inBatch<T>(
  ctx: Context,
  about: NewBatch,
  work: (ctx: Context & { batchId: string }, tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.store.transaction(async (tx) => work(await beginBatch(ctx, tx, about), tx))
}

export async function listVisibleBatches(
  ctx: Context,
  { entity, after, limit }: BatchQuery,
): Promise<BatchPage> {
  requireRight(ctx, 'read', 'batch')
  const found = await listBatches(ctx.store.read, {
    limit: limit + 1,
    ...(entity !== undefined && { entity }),
    ...(after !== undefined && { after }),
  })
  const page = found.slice(0, limit)
  const items = page.filter((batch) => canSeeBatch(ctx, batch)).map(toBatchShown)
  return { items, next: found.length > limit ? page.at(-1)!.id : null }
}

export async function readBatchWithChanges(
  ctx: Context,
  id: string,
  after: string | undefined,
): Promise<BatchWithChanges> {
  requireRight(ctx, 'read', 'batch')
  const batch = isId(id) ? await findBatch(ctx.store.read, id.toLowerCase()) : undefined
  if (!batch || !canSeeBatch(ctx, batch)) throw missingBatch(id)
  const limit = 100
  const entries = await entriesOfBatch(ctx.store.read, batch.id, {
    limit: limit + 1,
    ...(after !== undefined && { before: after }),
  })
  const page = entries.slice(0, limit)
  return {
    ...toBatchShown(batch),
    changes: page.filter(({ entity }) => can(ctx.actor, 'history', entity).allowed).map(toBatchChange),
    next: entries.length > limit ? page.at(-1)!.id : null,
  }
}

export const missingBatch = (id: string): Error => notFound(t('There is no bulk change {id} here', { id }))

export function canSeeBatch(ctx: Context, { entity }: Batch): boolean {
  return entity === null || can(ctx.actor, 'history', entity).allowed
}

export const toBatchShown = ({ actorId: _, ...batch }: Batch): BatchView => batch

export function toBatchChange({ entity, recordId, action, before, after }: BatchEntry): BatchChange {
  const recordEntity = entityNamed(entity)
  return {
    entity,
    path: recordEntity.path,
    id: recordId,
    name: nameRecord(recordEntity, after ?? before ?? {}),
    action,
  }
}
