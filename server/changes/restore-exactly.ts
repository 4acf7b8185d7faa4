import { sql } from 'kysely'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { conflict, Problem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { areSavedOneByOne, saveHooksOf } from '../records/save-hooks.ts'
import { refuseIfUsed } from '../records/in-use.ts'
import { changedIdentityFields } from '../records/save-update.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { flushDeferredInserts } from '../store/deferred-writes.ts'
import { lockById, type RecordChange } from '../store/records/record-sets.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { changedOnce, type Batch, type BatchEntry } from './batch-store.ts'
import type { BatchContext } from './in-pieces.ts'
import { deleteMany } from './delete-many.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Restores the values that records had before a batch that was never finished. They were valid when they were saved, so
 * neither validation nor `check` hooks apply. Records changed by another user since are left; returns the reason for each.
 */
export async function restoreExactly(
  ctx: BatchContext,
  tx: Tx,
  batch: Batch,
  entries: readonly BatchEntry[],
): Promise<ReadonlyMap<BatchEntry, string>> {
  const left = new Map<BatchEntry, string>()
  const name = entries[0]?.entity ?? ''
  const removed = await deleteMany(ctx, tx, name, changedOnce(entries, 'create'))
  const restored = await restoreInBulk(ctx, tx, name, entries)
  const updated = await updateInBulk(ctx, tx, name, entries)
  for (const entry of entries) {
    if ([removed, restored, updated].some((done) => done.has(entry.recordId))) continue
    // Flushed, because the history is read when a record has an unexpected version.
    await flushDeferredInserts(tx, ctx.store.dialect)
    try {
      await attempt(tx, () => undoOne(ctx, tx, batch, entry))
    } catch (error) {
      left.set(entry, reasonOf(ctx, error))
    }
  }
  await flushDeferredInserts(tx, ctx.store.dialect)
  return left
}

/** Restores from the bin in a few statements the records that the batch deleted and that were not changed since. */
async function restoreInBulk(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
): Promise<ReadonlySet<string>> {
  const versions = changedOnce(entries, 'delete')
  if (versions.size < 2 || areSavedOneByOne(name)) return new Set()
  const many = dynamicGate(ctx, 'restore', name).using(tx).many()
  const before = new Map(entries.map((entry) => [entry.recordId, entry.before]))
  const records = (await many.binned([...versions.keys()]))
    .filter(({ id, version }) => version === versions.get(id))
    .map((binned) => ({ binned, values: valuesBefore(many, binned, before.get(binned.id) ?? null) }))
  try {
    await attempt(tx, () => many.restore(records))
  } catch (error) {
    if (concernsOneRecord(ctx, error)) return new Set()
    throw error
  }
  return new Set(records.map(({ binned }) => binned.id))
}

/** Restores in a few statements the values of records that the batch changed once and that were not changed since. */
async function updateInBulk(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
): Promise<ReadonlySet<string>> {
  const versions = changedOnce(entries, 'update')
  if (versions.size < 2 || areSavedOneByOne(name)) return new Set()
  const writer = dynamicGate(ctx, 'update', name).using(tx)
  const found = await lockById(tx, ctx.store.dialect, writer.entity, [...versions.keys()])
  const changes: RecordChange[] = []
  for (const { recordId, action, before } of entries) {
    const current = found.get(recordId)
    if (action !== 'update' || current?.version !== versions.get(recordId)) continue
    const values = valuesBefore(writer, current!, before)
    if (changedIdentityFields(writer, current!, values).length === 0)
      changes.push({ current: current!, values })
  }
  try {
    await attempt(tx, () => writer.updateMany(changes))
  } catch (error) {
    if (concernsOneRecord(ctx, error)) return new Set()
    throw error
  }
  return new Set(changes.map(({ current }) => current.id))
}

async function undoOne(ctx: BatchContext, tx: Tx, batch: Batch, entry: BatchEntry): Promise<void> {
  const { entity, recordId, action } = entry
  if (action === 'delete') return restoreOne(ctx, tx, batch, entry)
  const writer = dynamicGate(ctx, action === 'update' ? 'update' : 'delete', entity).using(tx)
  await saveHooksOf(entity).lock?.({ ctx, writer }, [await writer.find(recordId)])
  const current = await writer.lock(recordId)
  if (!current) throw conflict(t('It was deleted since'))
  await refuseIfChanged(tx, batch, entry, current.version, t('It was changed since'))
  if (action !== 'update') {
    await refuseIfUsed(writer, writer.entity, current, 'delete')
    await saveHooksOf(entity).restoreExactly?.({ before: current, after: null }, { ctx, writer })
    await writer.remove(current)
    await saveHooksOf(entity).after?.({ before: current, after: null }, { ctx, writer })
    return
  }
  const values = valuesBefore(writer, current, entry.before)
  const moved = changedIdentityFields(writer, current, values)
  if (moved.length > 0) await refuseIfUsed(writer, writer.entity, current, 'change', moved)
  await saveHooksOf(entity).restoreExactly?.({ before: current, after: values }, { ctx, writer })
  const after = await writer.update(current, values)
  await saveHooksOf(entity).after?.({ before: current, after }, { ctx, writer })
}

async function restoreOne(ctx: BatchContext, tx: Tx, batch: Batch, entry: BatchEntry): Promise<void> {
  const { entity, recordId } = entry
  const writer = dynamicGate(ctx, 'restore', entity).using(tx)
  const binned = await writer.binned(recordId)
  if (!binned) throw conflict(t('It is no longer in the bin'))
  await refuseIfChanged(tx, batch, entry, binned.version, t('It was restored and deleted again since'))
  await saveHooksOf(entity).lock?.({ ctx, writer }, [binned])
  const values = valuesBefore(writer, binned, entry.before)
  await saveHooksOf(entity).restoreExactly?.(
    { before: null, after: values, restored: recordId },
    { ctx, writer },
  )
  const after = await writer.restore(binned, values)
  await saveHooksOf(entity).after?.({ before: null, after, restored: recordId }, { ctx, writer })
}

/** Throws unless the record has the version that the batch wrote, or a later one written by the batch or its undo. */
async function refuseIfChanged(
  tx: Tx,
  { id }: Batch,
  { entity, recordId, version }: BatchEntry,
  now: number,
  message: string,
): Promise<void> {
  if (now === version) return
  const { rows } = await sql<{ batch: string | null; one: string | null; other: string | null }>`
    select history.batch_id as batch, undo.undoes as one, undone.undoes as other from history
    left join batch as undo on undo.id = history.batch_id left join batch as undone on undone.id = undo.undoes
    where history.entity = ${entity} and history.record_id = ${recordId} and history.version > ${version}`.execute(
    tx,
  )
  const isOwn = rows.every(({ batch, one, other }) => batch === id || one === id || other === id)
  if (rows.length === 0 || !isOwn) throw conflict(message)
}

/** Fields that were added after the history entry was written keep their value. */
function valuesBefore(
  { entity }: Pick<RecordWriter, 'entity'>,
  current: StoredRecord,
  before: RecordValues | null,
): RecordValues {
  const valueOf = (name: string): RecordValues[string] =>
    before?.[name] ?? (before && name in before ? null : (current[name] ?? null))
  return Object.fromEntries(Object.keys(entity.fields).map((name) => [name, valueOf(name)]))
}

function concernsOneRecord(ctx: Context, error: unknown): boolean {
  const kind = ctx.store.dialect.explain(error)?.kind ?? ''
  return error instanceof Problem || ['duplicate', 'reference'].includes(kind)
}

/** Why a record could not be restored; rethrows errors that concern all records. */
function reasonOf(ctx: Context, error: unknown): string {
  if (!concernsOneRecord(ctx, error)) throw error
  if (error instanceof Problem) return error.message
  return ctx.store.problemOf(error)?.message ?? String(error)
}
