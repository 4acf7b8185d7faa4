import type { SavedViewShown } from '#domain/views.ts'
import { request } from './client.ts'
import { readItems } from './read.ts'

export async function listViews(screen: string, signal: AbortSignal): Promise<readonly SavedViewShown[]> {
  return readItems<SavedViewShown>('/api/v1/saved-views', { query: { screen }, signal })
}

/** The same name again replaces one's own, so sending twice saves nothing twice. */
export function saveView(
  view: Pick<SavedViewShown, 'screen' | 'name' | 'query' | 'shared'>,
): Promise<SavedViewShown> {
  return request<SavedViewShown>('POST', '/api/v1/saved-views', { body: view })
}

export async function deleteView({ id }: SavedViewShown): Promise<void> {
  await request('DELETE', `/api/v1/saved-views/${encodeURIComponent(id)}`)
}
