import type { Affected, RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import type { BatchKind } from '#domain/batches.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import { describeAffected } from '#domain/rename-merge.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireFullScope } from '../core/gate.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { RecordCache } from '../store/records/known-records.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { inParts } from '../store/records/record-sets.ts'
import { beginBatch, toBatchShown } from '../changes/batch-service.ts'
import { findBatch } from '../changes/batch-store.ts'
import { recordsInPiece } from '../changes/in-pieces.ts'
import { prefetch, planningConnection } from './prefetch.ts'
import { writtenFieldsOf, type Change, type Changes, type WrittenFields } from './reference-changes.ts'
import { planReferrers, type PlanContext, type PlanOptions } from './rewrite-plan.ts'
import { rememberCodes, writeChanges, ReferenceConflict } from './write-rewrite.ts'
import { dryRun } from '../changes/dry-run.ts'
import { t } from '#domain/messages/t.ts'

/** The requested change, before its referrers are planned. */
export interface RewriteRequest {
  kind: BatchKind
  changes: Changes
  /** The record that is renamed, moved or kept. */
  root: Change
  /** "Zone W renamed to WEST". */
  title: string
  options?: PlanOptions
}

/** Writes the change and its referrers as one batch; a dry run does the same and rolls it back, so its report is exact. */
export async function rewriteReferences(
  ctx: Context,
  isDryRun: boolean,
  buildRequest: (tx: Tx) => Promise<RewriteRequest>,
): Promise<RewrittenReferences> {
  // Referrers may lie outside the scope of the account, and moving a place would move its customers into that scope.
  requireFullScope(ctx, t('To rename, merge or move'))
  const plan = async (planContext: PlanContext): Promise<Changes> => {
    const { changes, options } = await buildRequest(planContext.tx)
    await planReferrers(planContext, changes, options)
    return changes
  }
  const prefetched = isDryRun ? undefined : await prefetch(ctx, plan)
  const countedPlans =
    prefetched && (await plansOfMoved(ctx.store.lowPriorityRead ?? ctx.store.read, prefetched.written))
  const work = async (runContext: Context, tx: Tx, known?: RecordCache): Promise<RewrittenReferences> => {
    await known?.evictChanged(tx)
    const { kind, changes, root, title, options } = await buildRequest(tx)
    await planReferrers({ tx, dialect: runContext.store.dialect, known }, changes, options)
    const written = writtenFieldsOf(changes)
    const summary = await summarize(runContext, tx, written, root, known && countedPlans)
    const batch = await beginBatch(runContext, tx, {
      kind,
      entity: root.entity.name,
      title: summary.words
        ? t('{change}, with {references}', { change: title, references: summary.words })
        : title,
    })
    await writeChanges(batch, tx, written, known)
    await rememberCodes(runContext, tx, written)
    const { find, hidden } = dynamicGate(runContext, 'read', root.entity.name).using(tx)
    const record = maskFields((await find(root.record.id))!, hidden)
    const made = await findBatch(tx, batch.batchId)
    const batchShown = isDryRun ? null : toBatchShown(made!)
    return { ...summary, isDryRun, isRehearsal: isDryRun, title, batch: batchShown, record }
  }
  try {
    if (isDryRun) return await dryRun(ctx, await isLarge(ctx, plan), (copy, tx) => work(copy, tx))
    const { transaction, largeTransaction = transaction } = ctx.store
    return await (prefetched?.isLarge ? largeTransaction : transaction)((tx) =>
      work(ctx, tx, prefetched?.known),
    )
  } catch (error) {
    if (error instanceof ReferenceConflict) throw error.problem
    throw error
  }
}

/** Whether the change would block other writers for too long; false on PostgreSQL, which has several writers. */
async function isLarge(
  { store }: Context,
  plan: (planContext: PlanContext) => Promise<Changes>,
): Promise<boolean> {
  if (!store.dialect.isEmbedded) return false
  try {
    const changes = await plan({ tx: planningConnection(store), dialect: store.dialect })
    return changes.all().length > recordsInPiece
  } catch {
    // The dry run itself reports the problem.
    return false
  }
}

async function summarize(
  ctx: Context,
  tx: Tx,
  written: WrittenFields,
  root: Change,
  countedPlans?: PlansOfMoved,
): Promise<Pick<RewrittenReferences, 'follow' | 'toBin' | 'plans' | 'words'>> {
  const follow: Affected[] = []
  const toBin: Affected[] = []
  const byEntity = Map.groupBy(written.keys(), ({ entity }) => entity)
  for (const entity of catalogue) {
    const { name, path } = entity
    const own = (byEntity.get(entity) ?? []).filter((each) => each !== root)
    const count = own.filter(({ outcome }) => outcome === 'keep').length
    if (count > 0) follow.push({ entity: name, path, count })
    if (own.length > count) toBin.push({ entity: name, path, count: own.length - count })
  }
  // The prefetched count is reused for the same number of customers, to keep the transaction short.
  const isCounted = countedPlans?.customers === movedCustomers(written).length
  const { plans } = isCounted ? countedPlans : await plansOfMoved(tx, written)
  return { follow, toBin, plans, words: describeAffected(follow, plans) }
}

/** The open plans of customers who move, because they change the day routes. */
interface PlansOfMoved {
  customers: number
  plans: number
}

/** The codes of customers whose territory changes. */
const movedCustomers = (written: WrittenFields): string[] =>
  [...written]
    .filter(([{ entity, outcome }]) => entity.name === 'customer' && outcome === 'keep')
    .filter(([, fields]) => fields.some((name) => name !== 'Customer_Code'))
    .map(([{ record }]) => textAt(record, 'Customer_Code'))

async function plansOfMoved(db: Db, written: WrittenFields): Promise<PlansOfMoved> {
  const moved = movedCustomers(written)
  return { customers: moved.length, plans: await countPlans(db, moved) }
}

async function countPlans(db: Db, customers: readonly string[]): Promise<number> {
  let plans = 0
  for (const part of inParts(customers)) {
    const query = db.selectFrom('visit').select((is) => is.fn.countAll().as('plans'))
    const row = await query
      .where('status', '=', 'planned')
      .where('customer_code', 'in', part)
      .executeTakeFirst()
    plans += Number(row?.plans ?? 0)
    await yieldWhenDue()
  }
  return plans
}

/** Locks the record of a request and checks its version. */
export async function lockRecord(
  ctx: Context,
  tx: Tx,
  entity: Entity,
  idOrCode: string,
  version: number | undefined,
  lock: 'lock' | 'lockShared' = 'lock',
): Promise<StoredRecord> {
  const writer = dynamicGate(ctx, 'update', entity.name).using(tx)
  const record = await writer[lock](idOrCode)
  if (!record)
    throw notFound(
      t('There is no {record} {code} here', { record: t(entity.singular).toLowerCase(), code: idOrCode }),
    )
  if (version === undefined)
    throw invalid([{ field: 'version', message: t('version is required: send the version you read') }])
  if (version !== record.version) {
    const name = nameRecord(entity, record)
    throw conflict(t('{name} was changed by someone else meanwhile. Nothing was overwritten', { name }), [], {
      current: maskFields(record, writer.hidden),
    })
  }
  return record
}
