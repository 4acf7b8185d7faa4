import type { BatchPage, BatchWithChanges, UndoReport } from '#domain/api/changes/batches.ts'
import { request } from '../api/client.ts'
import { readDocument, readOr } from '../api/read.ts'
import { clearOptionsCache } from '../api/options.ts'

export function listBatches(
  query: { entity?: string | undefined; after?: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<BatchPage> {
  const { entity, after, limit } = query
  const blank: BatchPage = { items: [], next: null }
  return readOr('/api/v1/batches', blank, { query: { entity, after, limit: String(limit) }, signal })
}

export function readBatch(
  id: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<BatchWithChanges> {
  return readDocument<BatchWithChanges>(
    `/api/v1/batches/${encodeURIComponent(id)}`,
    { changes: [] },
    { query: { after }, signal },
  )
}

/** Undoes a batch as a whole; records changed since are skipped and reported. */
export async function undoBatch(id: string): Promise<UndoReport> {
  const report = await request<UndoReport>('POST', `/api/v1/batches/${encodeURIComponent(id)}/undo`)
  clearOptionsCache()
  return report
}
