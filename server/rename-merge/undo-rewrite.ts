import type { UndoReport } from '#domain/api/changes/batches.ts'
import { maxNotUndoneListed } from '#domain/batches.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, hiddenFieldsFor } from '../core/gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { RecordCache } from '../store/records/known-records.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { lockById, checkInterval } from '../store/records/record-sets.ts'
import { updateLastVisits } from '../visits/last-visit.ts'
import { entriesOfBatch, type Batch, type BatchEntry } from '../changes/batch-store.ts'
import type { PreparedUndo } from '../changes/undo-batch.ts'
import { Changes, isWritten, writtenFieldsOf } from './reference-changes.ts'
import { prefetch } from './prefetch.ts'
import { planReferrers, type PlanContext } from './rewrite-plan.ts'
import { forgetCodes, rememberCodes, writeChanges, ReferenceConflict } from './write-rewrite.ts'
import { t } from '#domain/messages/t.ts'

const maxTries = 5

/**
 * Undoes a rename, a merge or a move field by field: a record that still has the written values gets its previous ones, even
 * if other fields were changed since, and newer references to it are rewritten as well. A record with other values is left as
 * it is and listed, unless references would then be broken: in that case nothing is undone.
 */
async function undoByField(
  ctx: Context,
  tx: Tx,
  batch: Batch,
  { entries, known, comparisons }: RewriteToUndo,
): Promise<Omit<UndoReport, 'batch'>> {
  await known?.evictChanged(tx)
  const left = new Map<string, BatchEntry>()
  for (let tries = 1; ; tries++) {
    const planContext = { tx, dialect: ctx.store.dialect, known }
    const changes = await planUndo(ctx, planContext, { entries, comparisons }, left)
    try {
      const planned = changes.all()
      if (!planned.some(isWritten))
        throw conflict(
          t('The records of “{title}” were changed again since, so it cannot be undone', {
            title: batch.title,
          }),
        )
      const undone = await attempt(tx, async () => {
        await planReferrers(planContext, changes)
        const written = writtenFieldsOf(changes)
        await writeChanges(ctx, tx, written, known)
        await rememberCodes(ctx, tx, written)
        await forgetCodes(tx, written)
        await updateLastVisits(ctx, tx, customersOf(changes))
        return planned.filter((change) => written.has(change)).length
      })
      return { undone, leftCount: left.size, left: describeLeft([...left.values()]) }
    } catch (error) {
      if (!(error instanceof ReferenceConflict)) throw error
      const followers = error.changes.flatMap(({ record }) => entries.get(record.id) ?? [])
      const isStuck =
        followers.length < error.changes.length || followers.some((each) => left.has(each.recordId))
      if (isStuck || tries === maxTries) throw error.problem
      for (const each of followers) left.set(each.recordId, each)
    }
  }
}

/** The changes of a batch, and its records as they are now, read before the transaction. */
interface RewriteToUndo {
  entries: ReadonlyMap<string, BatchEntry>
  known?: RecordCache | undefined
  comparisons: Comparisons
}

/**
 * What was compared before the transaction, by record: a cached record that was not changed since is the same object, and
 * comparing thousands of records again would take time while the transaction holds the writer.
 */
type Comparisons = Map<StoredRecord, { back: RecordValues } | undefined>

async function readRewrite(ctx: Context, batchId: string): Promise<RewriteToUndo> {
  // History entries never change, so they can be read outside the transaction.
  const entries = await readEntries(ctx.store.lowPriorityRead ?? ctx.store.read, batchId)
  const comparisons: Comparisons = new Map()
  const prefetched = await prefetch(ctx, async (planContext) => {
    const changes = await planUndo(ctx, planContext, { entries, comparisons }, new Map())
    await planReferrers(planContext, changes)
    return changes
  })
  return { entries, known: prefetched?.known, comparisons }
}

/** Registered as the undo of renames, merges and moves. */
export async function prepareUndoOfRewrite(ctx: Context, batchId: string): Promise<PreparedUndo> {
  const rewrite = await readRewrite(ctx, batchId)
  return {
    records: rewrite.entries.size,
    run: (undoing, tx, batch) => undoByField(undoing, tx, batch, rewrite),
  }
}

/** The customers whose visits move to another customer. */
const customersOf = (changes: Changes): unknown[] =>
  changes
    .of(entityNamed('visit'))
    .filter(({ record, after }) => after && record['Customer_Code'] !== after['Customer_Code'])
    .flatMap(({ record, after }) => [record['Customer_Code'], after!['Customer_Code']])

async function readEntries(db: Db, batchId: string): Promise<Map<string, BatchEntry>> {
  const all = new Map<string, BatchEntry>()
  const limit = 500
  let before: string | undefined
  for (;;) {
    const entries = await entriesOfBatch(db, batchId, { limit, ...(before && { before }) })
    for (const entry of entries) all.set(entry.recordId, entry)
    if (entries.length < limit) return all
    before = entries.at(-1)!.id
  }
}

async function planUndo(
  ctx: Context,
  { tx, dialect, known }: PlanContext,
  { entries, comparisons }: Pick<RewriteToUndo, 'entries' | 'comparisons'>,
  left: Map<string, BatchEntry>,
): Promise<Changes> {
  const changes = new Changes()
  const byEntity = Map.groupBy(entries.values(), (entry) => entry.entity)
  for (const entity of catalogue) {
    const own = (byEntity.get(entity.name) ?? []).filter(({ recordId }) => !left.has(recordId))
    if (own.length === 0) continue
    const hidden = hiddenFieldsFor(ctx.actor, entity)
    const ids = own.map(({ recordId }) => recordId)
    const current = await lockById(tx, dialect, entity, ids, known)
    const compare = (record: StoredRecord, entry: BatchEntry): { back: RecordValues } | undefined => {
      if (!comparisons.has(record)) comparisons.set(record, previousValues(entity, record, entry, hidden))
      return comparisons.get(record)
    }
    for (const [at, entry] of own.entries()) {
      if (at % checkInterval === 0) await yieldWhenDue()
      const record = current.get(entry.recordId)
      const binned = entry.action === 'delete' ? await findInBin(ctx, tx, entity, entry) : undefined
      const compared = record && entry.action === 'update' ? compare(record, entry) : undefined
      if (binned) changes.add(entity, binned, { ...binned, ...entry.before }, 'restore')
      else if (record && entry.action === 'restore') changes.add(entity, record, null, 'delete')
      else if (record && compared) {
        const after = Object.assign(known?.takeCopy(record) ?? { ...record }, compared.back)
        changes.add(entity, record, after).maskedFields = hidden
      } else left.set(entry.recordId, entry)
    }
  }
  return changes
}

async function findInBin(ctx: Context, tx: Tx, entity: Entity, entry: BatchEntry): Promise<StoredRecord> {
  const binned = await dynamicGate(ctx, 'restore', entity.name).using(tx).binned(entry.recordId)
  if (binned?.version === entry.version) return binned
  const name = nameRecord(entity, entry.before ?? {})
  throw conflict(
    t('{name} was restored or changed since it was deleted, so this cannot be undone. Nothing was changed', {
      name,
    }),
  )
}

/** The values before the batch, if the record still has those that it wrote, compared as the account sees them. */
function previousValues(
  entity: Entity,
  record: StoredRecord,
  { before, after }: BatchEntry,
  hidden: readonly string[],
): { back: RecordValues } | undefined {
  const written = Object.keys(entity.fields).filter((name) => !sameValue(before?.[name], after?.[name]))
  const [is, was] = [maskFields(record, hidden), maskFields(after ?? {}, hidden)]
  if (!written.every((name) => sameValue(is[name], was[name]))) return undefined
  return { back: Object.fromEntries(written.map((name) => [name, before?.[name] ?? null])) }
}

const describeLeft = (entries: readonly BatchEntry[]): UndoReport['left'] =>
  entries.slice(0, maxNotUndoneListed).map((entry) => {
    const entity = catalogue.find(({ name }) => name === entry.entity)!
    const because = t('It was changed or deleted since')
    const name = nameRecord(entity, entry.after ?? entry.before ?? {})
    return { entity: entity.name, path: entity.path, id: entry.recordId, name, because }
  })
