import type { FoundRecords } from '#domain/found.ts'
import { readOr } from './read.ts'

/** The records of any master that fit best what was typed. */
export function findEverywhere(q: string, signal: AbortSignal): Promise<FoundRecords> {
  return readOr<FoundRecords>('/api/v1/find', { items: [], isCut: false }, { query: { q }, signal })
}
