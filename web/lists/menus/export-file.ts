import type { Entity } from '#domain/catalogue/entity.ts'
import { fetchResponse } from '../../api/client.ts'

export interface ExportedFile {
  name: string
  content: Blob
}

/** Exports all pages of the list; `onBytes` reports progress, because a large export takes long. */
export async function exportFile(
  entity: Entity,
  format: 'csv' | 'xlsx',
  query: URLSearchParams,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const path = `/api/v1/exports/${entity.path}.${format}?${query.toString()}`
  const response = await fetchResponse('GET', path, { signal })
  const reader = response.body!.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    onBytes((bytes += value.length))
  }
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${entity.path}.${format}`
  return { name, content: new Blob(parts, { type: response.headers.get('content-type') ?? '' }) }
}
