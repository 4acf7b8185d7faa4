import type { DuplicatePairs, PairSearch } from '#domain/api/records/duplicate-pairs.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

const path = '/api/v1/duplicate-pairs'

const blank: DuplicatePairs = {
  items: [],
  next: null,
  open: 0,
  notSame: 0,
  reasons: {},
  names: {},
  lookedAt: null,
  isLooking: false,
}

export const listDuplicatePairs = (
  query: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<DuplicatePairs> => readOr(path, blank, { query, signal })

export const searchAgain = (): Promise<PairSearch> => request<PairSearch>('POST', `${path}/search`)

export const markNotSame = (ids: readonly [string, string]): Promise<void> =>
  request<void>('POST', `${path}/not-same`, { body: { ids } })

export const unmarkNotSame = (ids: readonly [string, string]): Promise<void> =>
  request<void>('DELETE', `${path}/not-same/${ids.join('/')}`)
