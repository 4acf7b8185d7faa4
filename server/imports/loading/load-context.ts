import type { Context } from '../../core/context.ts'
import type { Tx } from '../../store/dialect.ts'
import type { Job } from '../import-store.ts'
import type { RowResult } from '../reading/part-store.ts'

/** The context of one load, and where its results are stored. */
export interface LoadContext {
  ctx: Context & { batchId: string }
  job: Job
  /** The single transaction of the import, where there is one. */
  tx?: Tx
  /** Runs a chunk in a transaction of its own, or in the single one. */
  inChunk: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Whether the current rows were checked and the results are stored. */
  isChecked: boolean
  chunkSize: number
  /** Stores the results of a part, if given, and the number of finished rows; throws to stop. */
  onProgress: (part: number | undefined, results: RowResult[], done: number) => Promise<void>
}
