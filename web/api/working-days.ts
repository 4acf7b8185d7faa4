import type { BulkPlanned, FirmClock } from '#domain/visits/plans.ts'
import type { OffDay, Weekday } from '#domain/visits/working-days.ts'
import { request } from './client.ts'
import { deviceClock, readOr } from './read.ts'

export interface WorkingDays extends FirmClock {
  weeklyOffs: readonly Weekday[]
  offDays: readonly OffDay[]
  /** The first working day after today. */
  nextWorkingDay: string | null
}

/** The days off for these customers; from today on, unless said. */
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

/** Several plans at once; the key makes it safe to send again after a lost answer. */
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
