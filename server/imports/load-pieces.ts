import { gate } from '../gate.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { insertWaiting } from '../store/later.ts'
import type { ManyRecords } from '../store/many-records.ts'
import type { RecordWriter } from '../store/records.ts'
import type { Loading } from './load-file.ts'
import type { Candidate } from './load-candidate.ts'
import { readyPiece, writePiece } from './load-piece.ts'
import { isLoadedOneByOne, mayChangeRecords, type LoadPlan, type LoadRow } from './load-plan.ts'
import { loadRow } from './load-row.ts'
import type { RowResult } from './part-store.ts'

type Ctx = Loading['ctx']

/** Loads pieces of a file one after the other: `rows` gives them, `done` is told what became of each. */
export async function loadPieces<Piece extends { rows: readonly LoadRow[] }>(
  loading: Loading,
  plan: LoadPlan,
  pieces: AsyncIterable<Piece>,
  done: (piece: Piece, results: RowResult[]) => Promise<void>,
): Promise<void> {
  const { ctx, tx } = loading
  const isOneByOne = isLoadedOneByOne(plan.entity)
  // A row that may change a record has to see what the rows before it did.
  if (tx && !isOneByOne && !mayChangeRecords(plan.settings)) return overlapping(ctx, tx, plan, pieces, done)
  for await (const piece of pieces) {
    const results = await loading.inPiece(async (within) => {
      if (isOneByOne) return oneByOne(ctx, within, plan, piece.rows)
      const step = openStep(ctx, within, plan)
      return write(
        ctx,
        within,
        plan,
        piece.rows,
        step,
        await readyPiece(plan, step.writer, step.many, piece.rows),
      )
    })
    await done(piece, results)
  }
}

interface Step {
  writer: RecordWriter
  /** Knows what it has read, and keeps others from changing that until the transaction ends. */
  many: ManyRecords
}

function openStep(ctx: Ctx, tx: Tx, plan: LoadPlan): Step {
  const writer = gate(ctx, 'import', plan.entity.name).using(tx)
  return { writer, many: writer.many() }
}

/** The database works in a process of its own: while it writes one piece, the next is made ready here. */
async function overlapping<Piece extends { rows: readonly LoadRow[] }>(
  ctx: Ctx,
  tx: Tx,
  plan: LoadPlan,
  pieces: AsyncIterable<Piece>,
  done: (piece: Piece, results: RowResult[]) => Promise<void>,
): Promise<void> {
  let step = openStep(ctx, tx, plan)
  const makeReady = (rows: readonly LoadRow[]): Promise<Candidate[]> =>
    readyPiece(plan, step.writer, step.many, rows)
  let writing: Promise<void> = Promise.resolve()
  for await (const piece of pieces) {
    const { rows } = piece
    const before = step
    const [ready] = await Promise.allSettled([makeReady(rows), writing])
    await writing
    // The piece before was taken back and its rows loaded one by one: what was read meanwhile does not count.
    const isStale = step !== before
    if (isStale) forgetSeen(plan, rows)
    else if (ready.status === 'rejected') throw ready.reason
    const candidates = ready.status === 'fulfilled' && !isStale ? ready.value : await makeReady(rows)
    writing = write(ctx, tx, plan, rows, step, candidates, () => (step = openStep(ctx, tx, plan))).then(
      (results) => done(piece, results),
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
  { writer, many }: Step,
  candidates: readonly Candidate[],
  onTakenBack?: () => void,
): Promise<RowResult[]> {
  try {
    return await attempt(tx, async () => {
      const results = await writePiece(plan, writer, many, candidates)
      await insertWaiting(tx, ctx.store.dialect)
      return results
    })
  } catch (error) {
    const kind = ctx.store.dialect.explain(error)?.kind
    if (kind !== 'duplicate' && kind !== 'reference') throw error
    // Somebody was faster with one of them: each on its own, so that only that one is left.
    forgetSeen(plan, rows)
    onTakenBack?.()
    return oneByOne(ctx, tx, plan, rows)
  }
}

function forgetSeen(plan: LoadPlan, rows: readonly LoadRow[]): void {
  const own = new Set(rows.map(({ row }) => row))
  for (const [key, row] of plan.seen) if (own.has(row)) plan.seen.delete(key)
}

async function oneByOne(ctx: Ctx, tx: Tx, plan: LoadPlan, rows: readonly LoadRow[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) results.push(await loadRow(ctx, tx, plan, row))
  // Their history would otherwise wait in memory until the last of them is done.
  await insertWaiting(tx, ctx.store.dialect)
  return results
}
