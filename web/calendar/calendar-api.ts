import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { Calendar, CalendarItem } from '#domain/api/visits/calendar.ts'
import type { DayRoute } from '#domain/api/visits/day-routes.ts'
import { request } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readOr } from '../api/read.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { listRecords } from '../api/resources.ts'
import { sendVisit } from '../visits/visits-api.ts'

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

export interface RouteQuery {
  day: string
  employee: string
}

export function loadDayRoute(query: RouteQuery, signal: AbortSignal): Promise<DayRoute> {
  const blank: DayRoute = {
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
  return readOr('/api/v1/day-routes', blank, { query: { ...query }, signal })
}

/** An empty order restores the shortest route. */
export function orderStops({ day, employee }: RouteQuery, Visit_IDs: readonly string[]): Promise<DayRoute> {
  return request<DayRoute>('PUT', '/api/v1/day-routes/order', { body: { day, employee, Visit_IDs } })
}

type Plan = Pick<CalendarItem, 'Visit_ID' | 'version' | 'Customer_Code'>

/** Moves a plan; the version makes a concurrent change fail. */
export function movePlan(
  { Customer_Code, Visit_ID, version }: Plan,
  day: string,
  time: string,
): Promise<RecordNamed<'visit'>> {
  const moment = `${day} ${time}`
  const Moves_Plan = { Visit_ID, version }
  const body = { Customer_Code, Planned_Date: moment, Planned_Time: moment, Moves_Plan }
  return sendVisit(body, newIdempotencyKey())
}

export interface Employee {
  employeeNumber: string
  name: string
}

/** The limit is the server's maximum page size. */
export async function listEmployees(signal: AbortSignal): Promise<Employee[]> {
  const { items } = await listRecords(labelsOf('employee'), { sort: 'name', limit: 200 }, signal)
  return items.map(({ employeeNumber, name }) => ({ employeeNumber, name }))
}

export type PlaceTarget = { Customer_Code: string } | { City_Code: string }

/** Saves the location of a customer or a city. */
export async function savePlace(of: PlaceTarget, Place: string, idempotencyKey: string): Promise<void> {
  const { path } = labelsOf('City_Code' in of ? 'cityPlace' : 'customerPlace')
  await request('POST', `/api/v1/${path}`, {
    body: { ...of, Place },
    headers: { 'idempotency-key': idempotencyKey },
  })
}
