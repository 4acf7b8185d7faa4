import type { BulkPlanned } from '#domain/api/visits/plans.ts'
import type { WorkingDays } from '#domain/api/visits/working-days.ts'
import { request } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'

/** The days off for these customers, from today by default. */
export function loadWorkingDays(
  customers: readonly string[],
  span: { from?: string; to?: string },
  signal?: AbortSignal,
): Promise<WorkingDays> {
  const search = new URLSearchParams(span)
  for (const code of customers) search.append('Customer_Code', code)
  const blank: WorkingDays = { ...deviceClock(), weeklyOffs: [], offDays: [], nextWorkingDay: null }
  return readOr(`/api/v1/working-days?${search.toString()}`, blank, signal ? { signal } : {})
}

/** Saves several plans in one request; the idempotency key makes it safe to repeat. */
export function sendPlans(body: object, idempotencyKey: string): Promise<BulkPlanned> {
  return request<BulkPlanned>('POST', '/api/v1/visit-plans', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

export function addHoliday(values: object, idempotencyKey: string): Promise<unknown> {
  return request('POST', '/api/v1/holidays', {
    body: values,
    headers: { 'idempotency-key': idempotencyKey },
  })
}
