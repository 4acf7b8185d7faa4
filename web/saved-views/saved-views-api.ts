import type { SavedViewEntry, SavedViewInput } from '#domain/api/saved-views.ts'
import { request } from '../api/client.ts'
import { readItems } from '../api/read.ts'

export async function listViews(screen: string, signal: AbortSignal): Promise<readonly SavedViewEntry[]> {
  return readItems<SavedViewEntry>('/api/v1/saved-views', { query: { screen }, signal })
}

/** Replaces the user's own view with the same name, so a repeated request creates no duplicate. */
export function saveView(view: SavedViewInput): Promise<SavedViewEntry> {
  return request<SavedViewEntry>('POST', '/api/v1/saved-views', { body: view })
}

export async function deleteView({ id }: SavedViewEntry): Promise<void> {
  await request('DELETE', `/api/v1/saved-views/${encodeURIComponent(id)}`)
}
