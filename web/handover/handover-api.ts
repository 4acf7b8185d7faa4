import type { Names } from '#domain/lists/names.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { HandoverResult, Handovers } from '#domain/api/visits/handovers.ts'
import { request } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'

/** The request body of a hand-over. */
export interface HandoverBody {
  From_Employee: string | null
  To_Employee: string | null
  customers: 'all' | Readonly<Record<string, string | readonly string[]>>
  From_Day: string
  Until_Day: string | null
  Plans: boolean
  Remarks: string | null
}

/** Dry run. */
export function tryHandover(body: HandoverBody): Promise<HandoverResult> {
  return request<HandoverResult>('POST', '/api/v1/handovers', { body: { ...body, dryRun: true } })
}

/** The idempotency key makes it safe to repeat after a lost answer. */
export function sendHandover(body: HandoverBody, idempotencyKey: string): Promise<HandoverResult> {
  return request<HandoverResult>('POST', '/api/v1/handovers', {
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

/** The customers of an employee on a day (`none`: those without an owner), to choose from. */
export async function customersOf(
  employee: string,
  day: string,
  q: string,
  signal: AbortSignal,
): Promise<{ items: RecordNamed<'customer'>[]; next: string | null; names?: Names }> {
  return readOr(
    '/api/v1/handovers/customers',
    { items: [], next: null },
    { query: { employee, day, q }, signal },
  )
}
