import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Calendar, CalendarItem } from '#domain/visits/calendar.ts'
import type { DayRound } from '#domain/visits/day-round.ts'
import { ApiProblem } from './api-problem.ts'
import { newIdempotencyKey, request } from './client.ts'
import { listRecords, readRecord } from './resources.ts'
import { sendVisit } from './visits.ts'

export function loadCalendar(
  query: { from: string; to: string; employee: string },
  signal: AbortSignal,
): Promise<Calendar> {
  return request<Calendar>('GET', '/api/v1/calendar', { query, signal })
}

export interface RoundQuery {
  day: string
  employee: string
}

export function loadRound(query: RoundQuery, signal: AbortSignal): Promise<DayRound> {
  return request<DayRound>('GET', '/api/v1/rounds', { query: { ...query }, signal })
}

/** An empty order gives the shortest way back. */
export function orderRound({ day, employee }: RoundQuery, Visit_IDs: readonly string[]): Promise<DayRound> {
  return request<DayRound>('PUT', '/api/v1/rounds/order', { body: { day, employee, Visit_IDs } })
}

type Plan = Pick<CalendarItem, 'Visit_ID' | 'version' | 'Customer_Code'>

/**
 * Planning again moves the plan. What the screen shows may be over by now, and planning would begin a new one: so it is
 * looked at first.
 */
export async function movePlan(plan: Plan, day: string, time: string): Promise<StoredRecord> {
  const now = await readRecord(entityNamed('visit'), plan.Visit_ID)
  if (now.version !== plan.version || now['Status'] !== 'planned')
    throw new ApiProblem(409, { msg: 'Somebody else changed this plan meanwhile. It was not moved' })
  const moment = `${day} ${time}`
  const body = { Customer_Code: plan.Customer_Code, Planned_Date: moment, Planned_Time: moment }
  return sendVisit(body, newIdempotencyKey())
}

export interface Employee {
  employeeNumber: string
  name: string
}

/** As many as the server gives at once. */
export async function listEmployees(signal: AbortSignal): Promise<Employee[]> {
  const { items } = await listRecords(entityNamed('employee'), { sort: 'name', limit: 200 }, signal)
  return items.map((each) => ({ employeeNumber: String(each['employeeNumber']), name: String(each['name']) }))
}

/** Where a customer, or a whole city, is found. */
export async function savePlace(
  of: { Customer_Code: string } | { City_Code: string },
  Place: string,
): Promise<void> {
  const { path } = entityNamed('City_Code' in of ? 'cityPlace' : 'customerPlace')
  await request('POST', `/api/v1/${path}`, { body: { ...of, Place } })
}
