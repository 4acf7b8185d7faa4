import { mostLeftNamed, type UndoReport } from '#domain/batches.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate, hiddenFrom } from '../gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { lockById } from '../store/record-sets.ts'
import { followVisits } from '../visits/last-visit.ts'
import { entriesOfBatch, type Batch, type BatchEntry } from './batch-store.ts'
import { Changes, isWritten, sameValue } from './repoint-changes.ts'
import { planFollowers } from './repoint-plan.ts'
import { carryOut, Disagreement } from './repoint-write.ts'

const mostTries = 5

/**
 * Takes back a rename, a merge or a move field by field: a record that still holds what was written gets back what was
 * there, whatever else somebody changed in it, and what refers to it since comes along. One that holds something else is
 * left and named, unless others would then refer to nothing: half a tree is worse than none.
 */
export async function putBackByField(ctx: Context, tx: Tx, batch: Batch): Promise<Omit<UndoReport, 'batch'>> {
  const entries = await readAll(tx, batch.id)
  const left = new Map<string, BatchEntry>()
  for (let tries = 1; ; tries++) {
    const changes = await reversed(ctx, tx, entries, left)
    try {
      const undone = changes.all().filter(isWritten).length
      if (undone === 0)
        throw conflict(`What “${batch.title}” changed was changed again since, so it cannot be taken back`)
      await attempt(tx, async () => {
        await planFollowers({ tx, dialect: ctx.store.dialect }, changes)
        await carryOut(ctx, tx, changes)
        await followVisits(ctx, tx, customersOf(changes))
      })
      return { undone, leftCount: left.size, left: namesOf([...left.values()]) }
    } catch (error) {
      if (!(error instanceof Disagreement)) throw error
      const followers = error.changes.flatMap(({ record }) => entries.get(record.id) ?? [])
      const isStuck =
        followers.length < error.changes.length || followers.some((each) => left.has(each.recordId))
      if (isStuck || tries === mostTries) throw error.problem
      for (const each of followers) left.set(each.recordId, each)
    }
  }
}

/** The customers who lost or got back visits. */
const customersOf = (changes: Changes): unknown[] =>
  changes
    .of(entityNamed('visit'))
    .filter(({ record, after }) => after && record['Customer_Code'] !== after['Customer_Code'])
    .flatMap(({ record, after }) => [record['Customer_Code'], after!['Customer_Code']])

async function readAll(tx: Tx, batchId: string): Promise<Map<string, BatchEntry>> {
  const all = new Map<string, BatchEntry>()
  const limit = 2000
  let before: string | undefined
  for (;;) {
    const entries = await entriesOfBatch(tx, batchId, { limit, ...(before && { before }) })
    for (const entry of entries) all.set(entry.recordId, entry)
    if (entries.length < limit) return all
    before = entries.at(-1)!.id
  }
}

async function reversed(
  ctx: Context,
  tx: Tx,
  entries: ReadonlyMap<string, BatchEntry>,
  left: Map<string, BatchEntry>,
): Promise<Changes> {
  const changes = new Changes()
  for (const entity of catalogue) {
    const own = [...entries.values()].filter(
      (entry) => entry.entity === entity.name && !left.has(entry.recordId),
    )
    if (own.length === 0) continue
    const hidden = hiddenFrom(ctx.actor, entity)
    const current = await lockById(
      tx,
      ctx.store.dialect,
      entity,
      own.map(({ recordId }) => recordId),
    )
    for (const entry of own) {
      const record = current.get(entry.recordId)
      const back = entry.action === 'delete' ? await backFromBin(ctx, tx, entity, entry) : undefined
      if (back) changes.add(entity, back, { ...back, ...entry.before }, 'comes back')
      else if (record && entry.action === 'restore') changes.add(entity, record, null, 'goes')
      else if (record && entry.action === 'update' && holds(entity, record, entry, hidden))
        changes.add(entity, record, withBefore(entity, record, entry)).unseen = hidden
      else left.set(entry.recordId, entry)
    }
  }
  return changes
}

async function backFromBin(ctx: Context, tx: Tx, entity: Entity, entry: BatchEntry): Promise<StoredRecord> {
  const binned = await gate(ctx, 'restore', entity.name).using(tx).binned(entry.recordId)
  if (binned?.version === entry.version) return binned
  const name = nameRecord(entity, entry.before ?? {})
  throw conflict(
    `${name} is no longer in the bin as it was put there, so this cannot be taken back. Nothing was changed`,
  )
}

const written = (entity: Entity, { before, after }: BatchEntry): string[] =>
  Object.keys(entity.fields).filter((name) => !sameValue(before?.[name], after?.[name]))

/** Whether it still has what the batch gave it, as whoever asks sees that. */
function holds(entity: Entity, record: StoredRecord, entry: BatchEntry, hidden: readonly string[]): boolean {
  const [is, was] = [maskFields(record, hidden), maskFields(entry.after ?? {}, hidden)]
  return written(entity, entry).every((name) => sameValue(is[name], was[name]))
}

function withBefore(entity: Entity, record: StoredRecord, entry: BatchEntry): RecordValues {
  const back = written(entity, entry).map((name) => [name, entry.before?.[name] ?? null])
  return { ...record, ...Object.fromEntries(back) }
}

const namesOf = (entries: readonly BatchEntry[]): UndoReport['left'] =>
  entries.slice(0, mostLeftNamed).map((entry) => {
    const entity = catalogue.find(({ name }) => name === entry.entity)!
    const because = 'It was changed or deleted since'
    const name = nameRecord(entity, entry.after ?? entry.before ?? {})
    return { entity: entity.name, path: entity.path, id: entry.recordId, name, because }
  })
