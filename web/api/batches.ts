import type { BatchChange, BatchShown, UndoReport } from '#domain/batches.ts'
import { request } from './client.ts'
import { readDocument, readOr } from './read.ts'
import { forgetOptions } from './options.ts'

export interface BatchPage {
  items: readonly BatchShown[]
  next: string | null
}

export interface BatchWithChanges extends BatchShown {
  changes: readonly BatchChange[]
  next: string | null
}

export function listBatches(
  query: { entity?: string | undefined; after?: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<BatchPage> {
  const { entity, after, limit } = query
  const blank: BatchPage = { items: [], next: null }
  return readOr('/api/v1/batches', blank, { query: { entity, after, limit: String(limit) }, signal })
}

export function readBatch(id: string, after?: string): Promise<BatchWithChanges> {
  return readDocument<BatchWithChanges>(
    `/api/v1/batches/${encodeURIComponent(id)}`,
    { changes: [] },
    { query: { after } },
  )
}

/** Takes back as a whole what was changed at once; what somebody changed since is left and named. */
export async function undoBatch(id: string): Promise<UndoReport> {
  const report = await request<UndoReport>('POST', `/api/v1/batches/${encodeURIComponent(id)}/undo`)
  forgetOptions()
  return report
}
