import type { Glance, VisitLog } from '#domain/visits/glance.ts'
import { request } from './client.ts'

/** The firm, or the part of it that the address names (`?Zone_Code=…`), in numbers. */
export function loadGlance(
  part: Readonly<Record<string, string>>,
  fresh: boolean,
  signal?: AbortSignal,
): Promise<Glance> {
  return request<Glance>('GET', '/api/v1/glance', {
    query: { ...part, fresh: fresh ? 'true' : undefined },
    ...(signal && { signal }),
  })
}

/** A field may be asked for with several values, so the question is written as an address has it. */
export function listVisitLog(search: URLSearchParams, signal?: AbortSignal): Promise<VisitLog> {
  return request<VisitLog>('GET', `/api/v1/visit-log?${search.toString()}`, signal ? { signal } : {})
}
