import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { BalanceState, DueState, PlanOrder, VisitPlans } from '#domain/visits/plans.ts'
import { request } from './client.ts'
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
  return request<VisitPlans>('GET', '/api/v1/visit-plans', {
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
}

export async function loadVisitSources(customerCode: string, signal: AbortSignal): Promise<VisitSources> {
  const filters = { Customer_Code: customerCode, Status: 'visited' }
  const [seasons, crops, materials, visits] = await Promise.all([
    namesOf('season', 'Season_Name', 'Season_Code', signal),
    namesOf('crop', 'Crop_Name', 'Crop_Code', signal),
    namesOf('material', 'materialName', 'materialName', signal),
    listRecords(entityNamed('visit'), { filters, sort: '-Visited_On', limit: 1 }, signal),
  ])
  return { seasons, crops, materials, last: visits.items[0] }
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
