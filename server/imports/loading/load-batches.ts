import { dynamicGate } from '../../core/gate.ts'
import { attempt } from '../../store/attempt.ts'
import type { Tx } from '../../store/dialect.ts'
import { flushDeferredInserts } from '../../store/deferred-writes.ts'
import type { ManyRecords } from '../../store/records/many-records.ts'
import type { RecordWriter } from '../../store/records/records.ts'
import type { LoadContext } from './load-context.ts'
import type { Candidate } from './load-candidate.ts'
import { prepareChunk, writeChunk } from './load-batch.ts'
import { isLoadedRowByRow, mayChangeRecords, type LoadPlan, type LoadRow } from './load-plan.ts'
import { loadRow } from './load-row.ts'
import type { RowResult } from '../reading/part-store.ts'

type Ctx = LoadContext['ctx']

/** Loads the chunks of a file in order and calls `done` with the results of each. */
export async function loadChunks<Chunk extends { rows: readonly LoadRow[] }>(
  load: LoadContext,
  plan: LoadPlan,
  chunks: AsyncIterable<Chunk>,
  done: (chunk: Chunk, results: RowResult[]) => Promise<void>,
): Promise<void> {
  const { ctx, tx } = load
  const isOneByOne = isLoadedRowByRow(plan.entity)
  // A row that may update a record must see the changes of the rows before it.
  if (tx && !isOneByOne && !mayChangeRecords(plan.settings))
    return loadOverlapped(ctx, tx, plan, chunks, done)
  for await (const chunk of chunks) {
    const results = await load.inChunk(async (chunkTx) => {
      if (isOneByOne) return loadOneByOne(ctx, chunkTx, plan, chunk.rows)
      const step = openWriteStep(ctx, chunkTx, plan)
      return write(
        ctx,
        chunkTx,
        plan,
        chunk.rows,
        step,
        await prepareChunk(plan, step.writer, step.many, chunk.rows),
      )
    })
    await done(chunk, results)
  }
}

interface WriteStep {
  writer: RecordWriter
  /** Caches the records it has read, and locks them until the transaction ends. */
  many: ManyRecords
}

function openWriteStep(ctx: Ctx, tx: Tx, plan: LoadPlan): WriteStep {
  const writer = dynamicGate(ctx, 'import', plan.entity.name).using(tx)
  return { writer, many: writer.many() }
}

/** PostgreSQL works in a process of its own: while it writes one chunk, the next one is prepared here. */
async function loadOverlapped<Chunk extends { rows: readonly LoadRow[] }>(
  ctx: Ctx,
  tx: Tx,
  plan: LoadPlan,
  chunks: AsyncIterable<Chunk>,
  done: (chunk: Chunk, results: RowResult[]) => Promise<void>,
): Promise<void> {
  let step = openWriteStep(ctx, tx, plan)
  const prepare = (rows: readonly LoadRow[]): Promise<Candidate[]> =>
    prepareChunk(plan, step.writer, step.many, rows)
  let writing: Promise<void> = Promise.resolve()
  for await (const chunk of chunks) {
    const { rows } = chunk
    const before = step
    const [ready] = await Promise.allSettled([prepare(rows), writing])
    await writing
    // The previous chunk was rolled back and its rows loaded one by one, so the records read meanwhile are stale.
    const isStale = step !== before
    if (isStale) dropSeen(plan, rows)
    else if (ready.status === 'rejected') throw ready.reason
    const candidates = ready.status === 'fulfilled' && !isStale ? ready.value : await prepare(rows)
    writing = write(ctx, tx, plan, rows, step, candidates, () => (step = openWriteStep(ctx, tx, plan))).then(
      (results) => done(chunk, results),
    )
    writing.catch(() => {})
  }
  await writing
}

async function write(
  ctx: Ctx,
  tx: Tx,
  plan: LoadPlan,
  rows: readonly LoadRow[],
  { writer, many }: WriteStep,
  candidates: readonly Candidate[],
  onUndone?: () => void,
): Promise<RowResult[]> {
  try {
    return await attempt(tx, async () => {
      const results = await writeChunk(ctx, plan, writer, many, candidates)
      await flushDeferredInserts(tx, ctx.store.dialect)
      return results
    })
  } catch (error) {
    const kind = ctx.store.dialect.explain(error)?.kind
    if (kind !== 'duplicate' && kind !== 'reference') throw error
    // Another transaction saved one of the keys first: loads row by row, so that only that row is refused.
    dropSeen(plan, rows)
    onUndone?.()
    return loadOneByOne(ctx, tx, plan, rows)
  }
}

function dropSeen(plan: LoadPlan, rows: readonly LoadRow[]): void {
  const own = new Set(rows.map(({ row }) => row))
  for (const [key, row] of plan.seen) if (own.has(row)) plan.seen.delete(key)
}

async function loadOneByOne(
  ctx: Ctx,
  tx: Tx,
  plan: LoadPlan,
  rows: readonly LoadRow[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) results.push(await loadRow(ctx, tx, plan, row))
  // Flushes the history, which would otherwise stay in memory until the last row.
  await flushDeferredInserts(tx, ctx.store.dialect)
  return results
}
