import type { DocumentView } from '#domain/api/records/documents.ts'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { request, requestFile } from '../../api/client.ts'
import { readItems } from '../../api/read.ts'
import { uploadFile, type SentFile } from '../../api/upload/upload-file.ts'

const root = '/api/v1/documents'

/** The record that the documents belong to. */
export interface DocumentOwner {
  entity: EntityLabels
  /** Its id. */
  record: string
}

const queryOf = ({ entity, record }: DocumentOwner): Record<string, string> => ({
  entity: entity.name,
  record,
})

export const documentsOf = (owner: DocumentOwner, signal: AbortSignal): Promise<DocumentView[]> =>
  readItems<DocumentView>(`${root}?${new URLSearchParams(queryOf(owner)).toString()}`, { signal })

export const contentOf = (id: string): Promise<Blob> => requestFile(`${root}/${id}`)

export const removeDocument = (id: string): Promise<void> => request<void>('DELETE', `${root}/${id}`)

export const restoreDocument = (id: string): Promise<DocumentView> =>
  request<DocumentView>('POST', `${root}/${id}/restore`)

interface Upload {
  file: File
  key: string
  onProgress: (share: number) => void
}

export const attachDocument = (
  owner: DocumentOwner,
  { file, key, ...upload }: Upload,
): SentFile<DocumentView> =>
  uploadFile<DocumentView>({
    ...upload,
    path: root,
    query: { ...queryOf(owner), name: file.name },
    content: file,
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': key },
  })
