import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import type { BatchChange, BatchKind, BatchShown } from '#domain/batches.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { can } from '#domain/access/policy.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { readLimit, type QueryText } from '../resources/list-query.ts'
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

export interface AboutBatch {
  kind: BatchKind
  entity: string | null
  title: string
  undoes?: string
  /** Still going on after this transaction: an import that is written piece by piece. */
  isOpen?: boolean
}

/** Writes down that a batch begins; what is changed with the context it returns is part of it. */
export async function beginBatch(
  ctx: Context,
  tx: Tx,
  about: AboutBatch,
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

/** All or nothing, and to be taken back as a whole. */
export function inBatch<T>(
  ctx: Context,
  about: AboutBatch,
  work: (ctx: Context & { batchId: string }, tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.store.transaction(async (tx) => work(await beginBatch(ctx, tx, about), tx))
}

export async function batches(
  ctx: Context,
  query: QueryText,
): Promise<{ items: BatchShown[]; next: string | null }> {
  demand(ctx, 'read', 'batch')
  const problems: { field: string; message: string }[] = []
  const { entity, after, limit: asked } = query
  const limit = readLimit(typeof asked === 'string' ? asked : undefined, problems)
  if (entity !== undefined && !catalogue.some((each) => each.name === entity))
    problems.push({ field: 'entity', message: 'entity should be the name of an entity, such as customer' })
  if (after !== undefined && !isId(String(after)))
    problems.push({ field: 'after', message: 'after should be what the last page gave as next' })
  if (problems.length > 0) throw invalid(problems)
  const found = await listBatches(ctx.store.read, {
    limit: limit + 1,
    ...(entity !== undefined && { entity: String(entity) }),
    ...(after !== undefined && { after: String(after) }),
  })
  const page = found.slice(0, limit)
  const items = page.filter((batch) => maySee(ctx, batch)).map(shown)
  return { items, next: found.length > limit ? page.at(-1)!.id : null }
}

export async function batchWithChanges(
  ctx: Context,
  id: string,
  query: QueryText,
): Promise<BatchShown & { changes: BatchChange[]; next: string | null }> {
  demand(ctx, 'read', 'batch')
  const batch = isId(id) ? await findBatch(ctx.store.read, id.toLowerCase()) : undefined
  if (!batch || !maySee(ctx, batch)) throw missingBatch(id)
  const limit = 100
  const { after } = query
  const entries = await entriesOfBatch(ctx.store.read, batch.id, {
    limit: limit + 1,
    ...(typeof after === 'string' && { before: after }),
  })
  const page = entries.slice(0, limit)
  return {
    ...shown(batch),
    changes: page.filter(({ entity }) => can(ctx.actor, 'history', entity).allowed).map(changeIn),
    next: entries.length > limit ? page.at(-1)!.id : null,
  }
}

export const missingBatch = (id: string): Error => notFound(`There is no change at once ${id} here`)

export function maySee(ctx: Context, { entity }: Batch): boolean {
  return entity === null || can(ctx.actor, 'history', entity).allowed
}

export const shown = ({ actorId: _, ...batch }: Batch): BatchShown => batch

export function changeIn({ entity, recordId, action, before, after }: BatchEntry): BatchChange {
  const of = entityNamed(entity)
  return { entity, path: of.path, id: recordId, name: nameRecord(of, after ?? before ?? {}), action }
}
