import type { UndoReport } from '#domain/api/changes/batches.ts'
import type { ReferencePlan, ReferenceReport } from '#domain/api/changes/reference-data.ts'
import { request } from '../api/client.ts'
import { readItems } from '../api/read.ts'

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
