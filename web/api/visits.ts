import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { request } from './client.ts'
import { listRecords } from './resources.ts'

/** A customer with what is due and what is planned. */
export interface VisitPlan {
  Customer_Code: string
  Customer_Name: string
  City_Code: string
  Visit_In_Days: number
  Last_Visited: string | null
  Recommended_Date: string
  Days_Since_Visit_Pending: number
  Plan: { Visit_ID: string; Planned_At: string; Remarks: string | null } | null
}

/** The calendar and clock of the firm, which need not be those of the browser. */
export interface FirmClock {
  today: string
  timeZone: string
}

export interface VisitPlans extends FirmClock {
  items: VisitPlan[]
  next: string | null
}

export interface PlansQuery {
  order: 'due' | 'planned'
  q: string | undefined
  after: string | undefined
  limit: number
}

export function listVisitPlans({ limit, ...query }: PlansQuery, signal: AbortSignal): Promise<VisitPlans> {
  return request<VisitPlans>('GET', '/api/v1/visit-plans', {
    query: { ...query, limit: String(limit) },
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

/** What a visit can be recorded with. */
export interface VisitSources {
  seasons: readonly string[]
  crops: readonly string[]
  materials: readonly string[]
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

/** All of them, without repeats: what is not on the list cannot be chosen. */
async function namesOf(
  entity: string,
  field: string,
  sort: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = new Set<string>()
  let after: string | undefined
  do {
    const page = await listRecords(entityNamed(entity), { limit: atOnce, sort, after }, signal)
    for (const record of page.items) names.add(String(record[field]))
    after = page.next ?? undefined
  } while (after)
  return [...names]
}
