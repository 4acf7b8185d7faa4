import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { HandedOver, Handovers } from '#domain/visits/assignment.ts'
import { request } from './client.ts'
import { deviceClock, readOr } from './read.ts'

/** What is sent to hand customers over. */
export interface HandoverBody {
  From_Employee: string | null
  To_Employee: string | null
  customers: 'all' | Readonly<Record<string, string | readonly string[]>>
  From_Day: string
  Until_Day: string | null
  Plans: boolean
  Remarks: string | null
}

/** What it would do. */
export function tryHandover(body: HandoverBody): Promise<HandedOver> {
  return request<HandedOver>('POST', '/api/v1/handovers', { body, query: { try: 'true' } })
}

/** The key makes it safe to send again after a lost answer. */
export function sendHandover(body: HandoverBody, idempotencyKey: string): Promise<HandedOver> {
  return request<HandedOver>('POST', '/api/v1/handovers', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

export function listHandovers(employee: string | undefined, signal: AbortSignal): Promise<Handovers> {
  return readOr<Handovers>(
    '/api/v1/handovers',
    { items: [], has: null, today: deviceClock().today },
    { query: { employee }, signal },
  )
}

/** Customers an employee (`none`: nobody) has on that day, to tick. */
export async function customersOf(
  employee: string,
  day: string,
  q: string,
): Promise<{ items: StoredRecord[]; next: string | null }> {
  return readOr(
    '/api/v1/handovers/customers',
    { items: [] as StoredRecord[], next: null },
    { query: { employee, day, q } },
  )
}
