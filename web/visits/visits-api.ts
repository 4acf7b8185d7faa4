import { entityNamed, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { CustomerAdvice } from '#domain/api/visits/advice.ts'
import type { VisitPlans } from '#domain/api/visits/plans.ts'
import type { BalanceState, DueState, PlanOrder } from '#domain/visits/plans.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { request, requestFile } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'
import { fetchOptions } from '../api/options.ts'
import { listRecords } from '../api/resources.ts'

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

/** Saves a plan or an outcome; the key makes it safe to resend after a lost answer. */
export function sendVisit(body: object, idempotencyKey: string): Promise<RecordNamed<'visit'>> {
  return request('POST', '/api/plan-visit', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

/** Undoes the recording of a visit. */
export async function undoVisit(id: string, idempotencyKey: string): Promise<void> {
  await request('POST', `/api/v1/visits/${id}/undo`, { headers: { 'idempotency-key': idempotencyKey } })
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

/** Uploads a photo before its visit, which refers to it by this id. */
export const sendPhoto = async (photo: Blob): Promise<string> =>
  (await request<{ id: string }>('POST', '/api/v1/photos', { body: photo })).id

/** Fetched with the token, because an `img` element cannot send it. */
export const fetchPhoto = (id: string, signal: AbortSignal): Promise<Blob> =>
  requestFile(`/api/v1/photos/${encodeURIComponent(id)}`, { signal })

/** Names to choose from: the first page, and a search when there are more. */
export interface NameOptions {
  first: readonly string[]
  find: ((text: string) => Promise<readonly string[]>) | undefined
}

/** Data loaded for the visit dialog. */
export interface VisitSources {
  seasons: NameOptions
  crops: NameOptions
  materials: NameOptions
  /** The last visit that was made. */
  last: RecordNamed<'visit'> | undefined
  /** Whether the customer has a location. */
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

// The server's maximum page size.
const pageSize = 200

async function namesOf(name: string, field: string, sort: string, signal: AbortSignal): Promise<NameOptions> {
  const entity = entityNamed(name)
  const page = await listRecords(entity, { limit: pageSize, sort }, signal)
  const find = async (q: string): Promise<readonly string[]> => {
    const { items } = await fetchOptions({ entity, of: field, with: [], constraints: {}, q })
    return items.map(({ value }) => value)
  }
  return {
    first: [...new Set(page.items.map((record) => showPlain(record[field] ?? null)))],
    find: page.next === null ? undefined : find,
  }
}
