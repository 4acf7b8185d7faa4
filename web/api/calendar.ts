import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Calendar, CalendarItem } from '#domain/visits/calendar.ts'
import type { DayRound } from '#domain/visits/day-round.ts'
import { request } from './client.ts'
import { deviceClock, readOr } from './read.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { listRecords } from './resources.ts'
import { sendVisit } from './visits.ts'

export function loadCalendar(
  query: { from: string; to: string; employee: string },
  signal: AbortSignal,
): Promise<Calendar> {
  return readOr<Calendar>(
    '/api/v1/calendar',
    { ...deviceClock(), items: [], off: [], isCut: false },
    { query, signal },
  )
}

export interface RoundQuery {
  day: string
  employee: string
}

export function loadRound(query: RoundQuery, signal: AbortSignal): Promise<DayRound> {
  const blank: DayRound = {
    ...deviceClock(),
    day: query.day,
    stops: [],
    isByHand: false,
    kilometres: null,
    kilometresByTime: null,
    off: null,
    isCut: false,
    tiles: null,
  }
  return readOr('/api/v1/rounds', blank, { query: { ...query }, signal })
}

/** An empty order gives the shortest way back. */
export function orderRound({ day, employee }: RoundQuery, Visit_IDs: readonly string[]): Promise<DayRound> {
  return request<DayRound>('PUT', '/api/v1/rounds/order', { body: { day, employee, Visit_IDs } })
}

type Plan = Pick<CalendarItem, 'Visit_ID' | 'version' | 'Customer_Code'>

/** Planning again moves the plan, as long as it is still the one on the screen. */
export function movePlan(
  { Customer_Code, Visit_ID, version }: Plan,
  day: string,
  time: string,
): Promise<StoredRecord> {
  const moment = `${day} ${time}`
  const Moves_Plan = { Visit_ID, version }
  const body = { Customer_Code, Planned_Date: moment, Planned_Time: moment, Moves_Plan }
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
