import type { SeriesChange, SeriesView } from '#domain/api/series.ts'
import { request } from '../api/client.ts'
import { readItems } from '../api/read.ts'

export async function listSeries(signal: AbortSignal): Promise<readonly SeriesView[]> {
  return readItems<SeriesView>('/api/v1/series', { signal })
}

export function changeSeries(entity: string, change: SeriesChange): Promise<SeriesView> {
  return request<SeriesView>('PUT', `/api/v1/series/${entity}`, { body: change })
}
