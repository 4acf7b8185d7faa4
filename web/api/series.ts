import type { SeriesChange, SeriesShown } from '#domain/series.ts'
import { request } from './client.ts'
import { readItems } from './read.ts'

export async function listSeries(signal: AbortSignal): Promise<readonly SeriesShown[]> {
  return readItems<SeriesShown>('/api/v1/series', { signal })
}

export function changeSeries(entity: string, change: SeriesChange): Promise<SeriesShown> {
  return request<SeriesShown>('PUT', `/api/v1/series/${entity}`, { body: change })
}
