import type { FoundRecords } from '#domain/found.ts'
import { request } from './client.ts'

/** The records of any master that fit best what was typed. */
export function findEverywhere(q: string, signal: AbortSignal): Promise<FoundRecords> {
  return request<FoundRecords>('GET', '/api/v1/find', { query: { q }, signal })
}
