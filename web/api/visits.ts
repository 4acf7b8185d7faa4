import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Advice } from '#domain/visits/advice.ts'
import type { BalanceState, DueState, PlanOrder, VisitPlans } from '#domain/visits/plans.ts'
import { request, requestFile } from './client.ts'
import { deviceClock, readOr } from './read.ts'
import { fetchOptions } from './options.ts'
import { listRecords } from './resources.ts'

export interface PlansQuery {
  order: PlanOrder
  q: string | undefined
  after: string | undefined
  limit: number
  due?: DueState | undefined
  balance?: BalanceState | undefined
  /** An employee number, or `none`. */
  employee?: string | undefined
  /** Field of the customer → the value it must have. */
  filters?: Readonly<Record<string, string>> | undefined
}

export function listVisitPlans(
  { limit, filters, ...query }: PlansQuery,
  signal: AbortSignal,
): Promise<VisitPlans> {
  const blank: VisitPlans = { ...deviceClock(), items: [], next: null }
  return readOr('/api/v1/visit-plans', blank, {
    query: { ...filters, ...query, limit: String(limit) },
    signal,
  })
}

/** A plan or what came of it; the key makes it safe to send again after a lost answer. */
export function sendVisit(body: object, idempotencyKey: string): Promise<StoredRecord> {
  return request<StoredRecord>('POST', '/api/plan-visit', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

/** Takes back what recording a visit did. */
export async function undoVisit(id: string, idempotencyKey: string): Promise<void> {
  await request('POST', `/api/v1/visits/${id}/undo`, { headers: { 'idempotency-key': idempotencyKey } })
}

/** What the mappings name for a customer; of all other names only how many there are. */
export interface CustomerAdvice extends Advice {
  total: { crops: number; materials: number }
}

const noAdvice: CustomerAdvice = {
  soil: null,
  season: null,
  crops: [],
  materials: [],
  gaps: [],
  total: { crops: 0, materials: 0 },
}

export function fetchAdvice(
  customerCode: string,
  season: string,
  crops: readonly string[],
  signal: AbortSignal,
): Promise<CustomerAdvice> {
  const chosen = new URLSearchParams([
    ...(season ? [['season', season]] : []),
    ...crops.map((name) => ['crops', name]),
  ])
  const path = `/api/v1/customers/${encodeURIComponent(customerCode)}/advice?${chosen.toString()}`
  return readOr(path, noAdvice, { signal })
}

/** Sends a photo ahead of its visit, which names it by this id. */
export const sendPhoto = async (photo: Blob): Promise<string> =>
  (await request<{ id: string }>('POST', '/api/v1/photos', { body: photo })).id

/** A picture needs the token as everything else does, so its address alone would show nothing. */
export const fetchPhoto = (id: string): Promise<Blob> =>
  requestFile(`/api/v1/photos/${encodeURIComponent(id)}`)

/** Names to choose from: the first ones, and where there are more, a way to find them. */
export interface Names {
  first: readonly string[]
  find: ((words: string) => Promise<readonly string[]>) | undefined
}

/** What a visit can be recorded with. */
export interface VisitSources {
  seasons: Names
  crops: Names
  materials: Names
  /** The last visit that was made, if one is known. */
  last: StoredRecord | undefined
  /** Whether it is known where the customer is found. */
  hasPlace: boolean
}

export async function loadVisitSources(customerCode: string, signal: AbortSignal): Promise<VisitSources> {
  const filters = { Customer_Code: customerCode, Status: 'visited' }
  const [seasons, crops, materials, visits, places] = await Promise.all([
    namesOf('season', 'Season_Name', 'Season_Code', signal),
    namesOf('crop', 'Crop_Name', 'Crop_Code', signal),
    namesOf('material', 'materialName', 'materialName', signal),
    listRecords(entityNamed('visit'), { filters, sort: '-Visited_On', limit: 1 }, signal),
    listRecords(entityNamed('customerPlace'), { filters: { Customer_Code: customerCode }, limit: 1 }, signal),
  ])
  return { seasons, crops, materials, last: visits.items[0], hasPlace: places.items.length > 0 }
}

// The most the server gives at once.
const atOnce = 200

async function namesOf(name: string, field: string, sort: string, signal: AbortSignal): Promise<Names> {
  const entity = entityNamed(name)
  const page = await listRecords(entity, { limit: atOnce, sort }, signal)
  const find = async (q: string): Promise<readonly string[]> => {
    const { items } = await fetchOptions({ entity, of: field, with: [], constraints: {}, q })
    return items.map(({ value }) => value)
  }
  return {
    first: [...new Set(page.items.map((record) => String(record[field])))],
    find: page.next === null ? undefined : find,
  }
}
