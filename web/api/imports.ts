import type { UndoReport } from '#domain/batches.ts'
import type {
  ImportChange,
  ImportJob,
  ImportRows,
  ImportStep,
  MappedValue,
  RememberedValue,
  UnknownReference,
} from '#domain/imports/import-job.ts'
import { ApiProblem, Unreachable } from './api-problem.ts'
import { request, requestFile } from './client.ts'
import { readDocument, readOr } from './read.ts'
import { currentSession, endSession } from './session.ts'

const root = '/api/v1/imports'
const pathOf = (id: string, rest = ''): string => `${root}/${encodeURIComponent(id)}${rest}`

interface ImportPage {
  items: ImportJob[]
  next: string | null
}

export const listImports = (after?: string, signal?: AbortSignal): Promise<ImportPage> =>
  readOr<ImportPage>(root, { items: [], next: null }, { query: { after }, ...(signal && { signal }) })

const needed: Partial<ImportJob> = { id: '', entity: '', header: [], remarks: [] }

export const readImport = (id: string, signal?: AbortSignal): Promise<ImportJob> =>
  readDocument<ImportJob>(pathOf(id), needed, signal ? { signal } : {})

export const changeImport = (id: string, change: ImportChange): Promise<ImportJob> =>
  request<ImportJob>('PATCH', pathOf(id), { body: change })

/** Where somebody is, so that the import opens there the next time. */
export const rememberStep = (id: string, step: ImportStep): Promise<unknown> =>
  request('PATCH', pathOf(id), { body: { step } })

export type ImportCommand = 'rehearse' | 'run' | 'cancel'

export const commandImport = (id: string, command: ImportCommand): Promise<ImportJob> =>
  request<ImportJob>('POST', pathOf(id, `/${command}`))

export const forgetImport = (id: string): Promise<unknown> => request('DELETE', pathOf(id))

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
  return readOr<UnknownReference[]>(pathOf(id, '/unknown'), [], { signal })
}

export const mappedValues = (id: string, signal: AbortSignal): Promise<readonly MappedValue[]> =>
  readOr<MappedValue[]>(pathOf(id, '/mapped'), [], { signal })

const memory = '/api/v1/import-memory'

export const rememberedValues = (signal: AbortSignal): Promise<readonly RememberedValue[]> =>
  readOr<RememberedValue[]>(memory, [], { signal })

type NamedValue = Pick<RememberedValue, 'entity' | 'field' | 'typed'>

export const changeRemembered = (value: NamedValue, meaning: string | null): Promise<RememberedValue> => {
  const { entity, field, typed } = value
  return request<RememberedValue>('PUT', memory, { body: { entity, field, typed, meaning } })
}

export const forgetRemembered = ({ entity, field, typed }: NamedValue): Promise<unknown> =>
  request('DELETE', memory, { query: { entity, typed, field: field ?? undefined } })

export const wrongRowsFile = (id: string): Promise<Blob> => requestFile(pathOf(id, '/wrong.csv'))
export const templateFile = (name: string): Promise<Blob> => requestFile(`/api/v1/import-templates/${name}`)

export const undoBatch = (batchId: string): Promise<UndoReport> =>
  request<UndoReport>('POST', `/api/v1/batches/${encodeURIComponent(batchId)}/undo`)

interface Upload {
  entity: string
  name: string
  content: Blob
  signal: AbortSignal
  /** How much of it is on its way, from 0 to 1. */
  onProgress: (share: number) => void
}

/** `fetch` does not tell how far a file has come. Fails as `request` does; with an `AbortError` when told to stop. */
export function uploadImport({ entity, name, content, signal, onProgress }: Upload): Promise<ImportJob> {
  const { token } = currentSession()
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', `${root}?${new URLSearchParams({ entity, name }).toString()}`)
    sending.responseType = 'json'
    sending.setRequestHeader('accept', 'application/json')
    sending.setRequestHeader('content-type', content.type)
    // What takes longer to read is followed, and can be stopped, on the page of the import.
    sending.setRequestHeader('prefer', 'respond-async, wait=3')
    if (token !== null) sending.setRequestHeader('authorization', `Bearer ${token}`)
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 1),
    )
    sending.addEventListener('load', () => {
      const answer: unknown = sending.response
      if (sending.status === 401 && token !== null) endSession(token)
      if (typeof answer !== 'object' || answer === null)
        return reject(sending.status < 400 ? new Unreachable('no JSON') : new ApiProblem(sending.status, {}))
      if (sending.status < 400) resolve(answer as ImportJob)
      else reject(new ApiProblem(sending.status, answer as Record<string, unknown>))
    })
    sending.addEventListener('error', () => reject(new Unreachable('the upload broke off')))
    sending.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    signal.addEventListener('abort', () => sending.abort())
    sending.send(content)
  })
}
