import type { UndoReport } from '#domain/api/changes/batches.ts'
import type { ImportRows, MappedValue, UnknownReference } from '#domain/api/imports/import-rows.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import type { ImportChange, ImportPage } from '#domain/api/imports/imports.ts'
import type { RememberedValue } from '#domain/api/imports/remembered-values.ts'
import type { ImportStep } from '#domain/imports/import-job.ts'
import { request, requestFile } from '../api/client.ts'
import { readDocument, readOr } from '../api/read.ts'
import { loadCode } from '../ui/load-code.ts'

const root = '/api/v1/imports'
const pathOf = (id: string, rest = ''): string => `${root}/${encodeURIComponent(id)}${rest}`

export const listImports = (after?: string, signal?: AbortSignal): Promise<ImportPage> =>
  readOr<ImportPage>(root, { items: [], next: null }, { query: { after }, ...(signal && { signal }) })

const requiredMembers: Partial<ImportJob> = { id: '', entity: '', header: [], remarks: [] }

export const readImport = (id: string, signal?: AbortSignal): Promise<ImportJob> =>
  readDocument<ImportJob>(pathOf(id), requiredMembers, signal ? { signal } : {})

export const changeImport = (id: string, change: ImportChange): Promise<ImportJob> =>
  request<ImportJob>('PATCH', pathOf(id), { body: change })

/** Stores the current step, so that the import opens there the next time. */
export const rememberStep = (id: string, step: ImportStep): Promise<unknown> =>
  request('PATCH', pathOf(id), { body: { step } })

export type ImportCommand = 'check' | 'run' | 'cancel'

export const runImportCommand = (id: string, command: ImportCommand): Promise<ImportJob> =>
  request<ImportJob>('POST', pathOf(id, `/${command}`))

export const deleteImport = (id: string): Promise<unknown> => request('DELETE', pathOf(id))

export const importRows = (
  id: string,
  query: { from: number; limit: number; only: 'wrong' | 'duplicates' | 'all' },
  signal: AbortSignal,
): Promise<ImportRows> =>
  readOr<ImportRows>(
    pathOf(id, '/rows'),
    { items: [], next: null },
    { query: { from: String(query.from), limit: String(query.limit), only: query.only }, signal },
  )

export async function unknownReferences(
  id: string,
  signal: AbortSignal,
): Promise<readonly UnknownReference[]> {
  return readOr<UnknownReference[]>(pathOf(id, '/unknown-references'), [], { signal })
}

export const mappedValues = (id: string, signal: AbortSignal): Promise<readonly MappedValue[]> =>
  readOr<MappedValue[]>(pathOf(id, '/mapped-values'), [], { signal })

const rememberedRoot = '/api/v1/remembered-values'

export const rememberedValues = (signal: AbortSignal): Promise<readonly RememberedValue[]> =>
  readOr<RememberedValue[]>(rememberedRoot, [], { signal })

type NamedValue = Pick<RememberedValue, 'entity' | 'field' | 'typed'>

export const changeRemembered = (value: NamedValue, meaning: string | null): Promise<RememberedValue> => {
  const { entity, field, typed } = value
  return request<RememberedValue>('PUT', rememberedRoot, { body: { entity, field, typed, meaning } })
}

export const deleteRemembered = ({ entity, field, typed }: NamedValue): Promise<unknown> =>
  request('DELETE', rememberedRoot, { query: { entity, typed, field: field ?? undefined } })

export const wrongRowsFile = (id: string): Promise<Blob> => requestFile(pathOf(id, '/wrong.csv'))
export const templateFile = (name: string): Promise<Blob> => requestFile(`/api/v1/import-templates/${name}`)

export const undoBatch = (batchId: string): Promise<UndoReport> =>
  request<UndoReport>('POST', `/api/v1/batches/${encodeURIComponent(batchId)}/undo`)

interface UploadRequest {
  /** Without one, the master of each sheet is recognised. */
  entity: string | undefined
  name: string
  content: Blob
  signal: AbortSignal
  /** Share of the upload that is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Rejects as `request` does, and with an `AbortError` when aborted. */
export async function uploadImport({ entity, name, signal, ...upload }: UploadRequest): Promise<ImportJob> {
  const { uploadFile } = await loadCode(() => import('../api/upload/upload-file.ts'))
  signal.throwIfAborted()
  const { answer, cancel } = uploadFile<ImportJob>({
    ...upload,
    path: root,
    query: { ...(entity !== undefined && { entity }), name },
    headers: {
      'content-type': upload.content.type,
      // A file that takes longer to read shows its progress on the page of the import, where it can be cancelled.
      prefer: 'respond-async, wait=3',
    },
  })
  signal.addEventListener('abort', cancel)
  return answer
}
