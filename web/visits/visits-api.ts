import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { minAnswers } from '#domain/advice/min-answers.ts'
import type { AdviceResults, CustomerAdvice } from '#domain/api/visits/advice.ts'
import type { VisitPlans } from '#domain/api/visits/plans.ts'
import type { BalanceState, DueState, PlanOrder } from '#domain/visits/plans.ts'
import { request, requestFile } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'

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

/** Moves a plan, or assigns a visit; visits and plans are recorded through the outbox. The key makes it safe to resend after a lost answer. */
export function sendVisit(body: object, idempotencyKey: string): Promise<RecordNamed<'visit'>> {
  return request('POST', '/api/plan-visit', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

const noAdvice: CustomerAdvice = {
  soil: null,
  season: null,
  crops: [],
  materials: [],
  gaps: [],
  guard: { supplies: [], bans: {}, lots: [] },
  total: { crops: 0, materials: 0 },
}

export const fetchAdviceResults = (signal: AbortSignal): Promise<AdviceResults> =>
  readOr('/api/v1/advice-results', noResults, { signal })

const noResults: AdviceResults = { minAnswers, material: {}, crop: {}, season: {}, soil: {} }

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
