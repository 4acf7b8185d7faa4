import type { UndoReport } from '#domain/batches.ts'
import type { ReferencePlan, ReferenceReport } from '#domain/reference/words.ts'
import { request } from './client.ts'
import { readItems } from './read.ts'

const path = '/api/v1/reference-data'

export async function listReferencePlans(
  zone: string | undefined,
  signal: AbortSignal,
): Promise<readonly ReferencePlan[]> {
  return readItems<ReferencePlan>(path, { query: { zone }, signal })
}

export function loadReference(
  set: string,
  body: { correct: boolean; zone: string | null },
): Promise<ReferenceReport> {
  return request<ReferenceReport>('POST', `${path}/${set}`, { body })
}

export const undoReference = (batchId: string): Promise<UndoReport> =>
  request<UndoReport>('POST', `/api/v1/batches/${batchId}/undo`)
