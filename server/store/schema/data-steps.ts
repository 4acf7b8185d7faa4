import { dynamic, type Dialect, type Tx } from '../dialect.ts'

/** A change of rows that a migration needs, as code: registered by its name in `migrations/data-steps.ts`. */
export type DataStep = TransactionStep | BatchStep

/**
 * Runs at its place among the operations, in the transaction of the migration. It sees the tables as they are at that place and
 * not as the catalogue declares them, so it uses `dynamic` or plain SQL, and is not changed later.
 */
export interface TransactionStep {
  runs: 'in transaction'
  run: (tx: Tx, dialect: Dialect) => Promise<void>
}

/**
 * Runs once all tables are as this version expects them, before requests are served; it may use the catalogue. Each batch is
 * a transaction that also stores the position reached, so that the step continues there after an interruption.
 */
export interface BatchStep {
  runs: 'in batches'
  /** Older versions may go on meanwhile and afterwards: rows that they write need not be changed. A batch takes less than a second. */
  besideOlder?: true
  /** Changes the rows after the position, and returns the new position; undefined once all rows are done. */
  run: (tx: Tx, dialect: Dialect, position: string | undefined) => Promise<string | undefined>
}

export type DataSteps = Readonly<Record<string, DataStep>>

/** The batch steps that migrations of this database asked for and that have not finished. */
export const stepTable = 'migration_step'

/** From the beginning, also if it was interrupted: a later migration asks for it again because the rows have to change again. */
export async function requestStep(tx: Tx, step: string): Promise<void> {
  await dynamic(tx)
    .insertInto(stepTable)
    .values({ step, position: null })
    .onConflict((conflict) => conflict.column('step').doUpdateSet({ position: null }))
    .execute()
}

/** Runs the next batch; true when the step has finished. */
export async function runBatch(tx: Tx, dialect: Dialect, name: string, step: BatchStep): Promise<boolean> {
  const rows = dynamic(tx)
  const { position } = await rows
    .selectFrom(stepTable)
    .select('position')
    .where('step', '=', name)
    .executeTakeFirstOrThrow()
  const next = await step.run(tx, dialect, position === null ? undefined : String(position))
  if (next === undefined) await rows.deleteFrom(stepTable).where('step', '=', name).execute()
  else await rows.updateTable(stepTable).set({ position: next }).where('step', '=', name).execute()
  return next === undefined
}
