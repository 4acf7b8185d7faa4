import type { Arrival, ArrivalPage } from '#domain/api/field/arrivals.ts'
import type { Phone } from '#domain/api/field/phones.ts'
import { request } from '../api/client.ts'
import { readItems, readOr } from '../api/read.ts'

export const listPhones = (signal: AbortSignal): Promise<Phone[]> =>
  readItems<Phone>('/api/v1/field/devices', { signal })

export const revokePhone = ({ id }: Phone): Promise<Phone> =>
  request<Phone>('POST', `/api/v1/field/devices/${id}/revoke`)

export const listArrivals = (
  query: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<ArrivalPage> => {
  const blank: ArrivalPage = { items: [], next: null, unseen: 0, people: [] }
  return readOr('/api/v1/field/arrivals', blank, { query, signal })
}

export const markSeen = ({ id }: Arrival, seen: boolean): Promise<Arrival> =>
  request<Arrival>('POST', `/api/v1/field/arrivals/${id}/seen`, { body: { seen } })
