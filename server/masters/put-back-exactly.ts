import { sql } from 'kysely'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { conflict, Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { afterwards, behaviours, holdFirst, putBackEffects } from '../resources/behaviours.ts'
import { refuseIfUsed } from '../resources/in-use.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { insertWaiting } from '../store/later.ts'
import { lockById, type RecordChange } from '../store/record-sets.ts'
import type { RecordWriter } from '../store/records.ts'
import { onlyOnce, type Batch, type BatchEntry } from './batch-store.ts'
import type { BatchContext } from './in-pieces.ts'
import { removeAtOnce } from './remove-at-once.ts'

/**
 * Gives records back the values they had before a batch that was never finished: they were right when they were saved, so
 * neither the rules of a change nor today's checks apply. What somebody else changed since is left; returns why.
 */
export async function putBackExactly(
  ctx: BatchContext,
  tx: Tx,
  batch: Batch,
  entries: readonly BatchEntry[],
): Promise<ReadonlyMap<BatchEntry, string>> {
  const left = new Map<BatchEntry, string>()
  const name = entries[0]?.entity ?? ''
  const removed = await removeAtOnce(ctx, tx, name, onlyOnce(entries, 'create'))
  const restored = await restoreTogether(ctx, tx, name, entries)
  const updated = await updateTogether(ctx, tx, name, entries)
  for (const entry of entries) {
    if ([removed, restored, updated].some((done) => done.has(entry.recordId))) continue
    // What the steps before wrote is looked at when a record has another version than expected.
    await insertWaiting(tx, ctx.store.dialect)
    try {
      await attempt(tx, () => putBackOne(ctx, tx, batch, entry))
    } catch (error) {
      left.set(entry, reasonOf(ctx, error))
    }
  }
  await insertWaiting(tx, ctx.store.dialect)
  return left
}

const hasRules = (name: string): boolean =>
  behaviours[name] !== undefined || holdFirst[name] !== undefined || afterwards[name] !== undefined

/** Takes out of the bin in a few statements what was deleted once in the batch, and touched by nobody since. */
async function restoreTogether(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
): Promise<ReadonlySet<string>> {
  const versions = onlyOnce(entries, 'delete')
  if (versions.size < 2 || hasRules(name)) return new Set()
  const many = gate(ctx, 'restore', name).using(tx).many()
  const before = new Map(entries.map((entry) => [entry.recordId, entry.before]))
  const records = (await many.binned([...versions.keys()]))
    .filter(({ id, version }) => version === versions.get(id))
    .map((binned) => ({ binned, values: valuesBefore(many, binned, before.get(binned.id) ?? null) }))
  try {
    await attempt(tx, () => many.restore(records))
  } catch (error) {
    if (isOfOne(ctx, error)) return new Set()
    throw error
  }
  return new Set(records.map(({ binned }) => binned.id))
}

/** Gives back in a few statements what was changed once in the batch, and by nobody since. */
async function updateTogether(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
): Promise<ReadonlySet<string>> {
  const versions = onlyOnce(entries, 'update')
  if (versions.size < 2 || hasRules(name)) return new Set()
  const writer = gate(ctx, 'update', name).using(tx)
  const found = await lockById(tx, ctx.store.dialect, writer.entity, [...versions.keys()])
  const changes: RecordChange[] = []
  for (const { recordId, action, before } of entries) {
    const current = found.get(recordId)
    if (action !== 'update' || current?.version !== versions.get(recordId)) continue
    const values = valuesBefore(writer, current!, before)
    if (movedFields(writer, current!, values).length === 0) changes.push({ current: current!, values })
  }
  try {
    await attempt(tx, () => writer.updateMany(changes))
  } catch (error) {
    if (isOfOne(ctx, error)) return new Set()
    throw error
  }
  return new Set(changes.map(({ current }) => current.id))
}

async function putBackOne(ctx: BatchContext, tx: Tx, batch: Batch, entry: BatchEntry): Promise<void> {
  const { entity, recordId, action } = entry
  if (action === 'delete') return restoreOne(ctx, tx, batch, entry)
  const writer = gate(ctx, action === 'update' ? 'update' : 'delete', entity).using(tx)
  await holdFirst[entity]?.({ ctx, writer }, [await writer.find(recordId)])
  const current = await writer.lock(recordId)
  if (!current) throw conflict('It was deleted since')
  await refuseChanged(tx, batch, entry, current.version, 'It was changed since')
  if (action !== 'update') {
    await refuseIfUsed(writer, writer.entity, current, 'delete')
    await putBackEffects[entity]?.({ before: current, after: null }, { ctx, writer })
    await writer.remove(current)
    await afterwards[entity]?.({ before: current, after: null }, { ctx, writer })
    return
  }
  const values = valuesBefore(writer, current, entry.before)
  const moved = movedFields(writer, current, values)
  if (moved.length > 0) await refuseIfUsed(writer, writer.entity, current, 'change', moved)
  await putBackEffects[entity]?.({ before: current, after: values }, { ctx, writer })
  const after = await writer.update(current, values)
  await afterwards[entity]?.({ before: current, after }, { ctx, writer })
}

async function restoreOne(ctx: BatchContext, tx: Tx, batch: Batch, entry: BatchEntry): Promise<void> {
  const { entity, recordId } = entry
  const writer = gate(ctx, 'restore', entity).using(tx)
  const binned = await writer.binned(recordId)
  if (!binned) throw conflict('It is no longer in the bin')
  await refuseChanged(tx, batch, entry, binned.version, 'It was restored and deleted again since')
  await holdFirst[entity]?.({ ctx, writer }, [binned])
  const values = valuesBefore(writer, binned, entry.before)
  await putBackEffects[entity]?.({ before: null, after: values, restored: recordId }, { ctx, writer })
  const after = await writer.restore(binned, values)
  await afterwards[entity]?.({ before: null, after, restored: recordId }, { ctx, writer })
}

/** A record has the version that the batch gave it, or a later one from the batch or from taking it back. */
async function refuseChanged(
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

/** Fields that the history does not know yet stay as they are. */
function valuesBefore(
  { entity }: Pick<RecordWriter, 'entity'>,
  current: StoredRecord,
  before: RecordValues | null,
): RecordValues {
  const valueOf = (name: string): RecordValues[string] =>
    before?.[name] ?? (before && name in before ? null : (current[name] ?? null))
  return Object.fromEntries(Object.keys(entity.fields).map((name) => [name, valueOf(name)]))
}

const movedFields = (
  { entity }: RecordWriter,
  current: StoredRecord,
  values: Readonly<RecordValues>,
): readonly string[] => reliedUpon(entity).filter((name) => (current[name] ?? null) !== values[name])

function isOfOne(ctx: Context, error: unknown): boolean {
  const kind = ctx.store.dialect.explain(error)?.kind ?? ''
  return error instanceof Problem || ['duplicate', 'reference'].includes(kind)
}

/** Why a record could not be put back; throws what concerns all of them. */
function reasonOf(ctx: Context, error: unknown): string {
  if (!isOfOne(ctx, error)) throw error
  if (error instanceof Problem) return error.message
  return ctx.store.problemOf(error)?.message ?? String(error)
}
