import type { SeriesChange, SeriesShown } from '#domain/series.ts'
import { request } from './client.ts'

export async function listSeries(signal: AbortSignal): Promise<readonly SeriesShown[]> {
  return (await request<{ items: SeriesShown[] }>('GET', '/api/v1/series', { signal })).items
}

export function changeSeries(entity: string, change: SeriesChange): Promise<SeriesShown> {
  return request<SeriesShown>('PUT', `/api/v1/series/${entity}`, { body: change })
}
