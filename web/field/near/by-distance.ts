import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { kilometresBetween } from '#domain/visits/stop-order.ts'
import { cityOf, pointOf, type FieldCustomer } from '../field-customer.ts'

export interface NearCustomer {
  customer: FieldCustomer
  point: GeoPoint
  kilometres: number
}

/** The customers with a location, the nearest first. */
export const nearestTo = (customers: readonly FieldCustomer[], from: GeoPoint, max: number): NearCustomer[] =>
  customers
    .flatMap((customer) => {
      const point = pointOf(customer)
      return point ? [{ customer, point, kilometres: kilometresBetween(from, point) }] : []
    })
    .toSorted((one, other) => one.kilometres - other.kilometres)
    .slice(0, max)

export interface CityPoint {
  code: string
  name: string
  point: GeoPoint
}

/** The cities of customers whose location is known: the city's own, or else the middle of its customers. */
export function citiesWithLocation(customers: readonly FieldCustomer[]): CityPoint[] {
  const cities = Map.groupBy(
    customers.filter((customer) => pointOf(customer)),
    ({ cityCode }) => cityCode,
  )
  return [...cities]
    .map(([code, [...members]]) => {
      const ofCity = members.filter(({ place }) => place?.of === 'city')
      const points = (ofCity.length > 0 ? ofCity.slice(0, 1) : members).map((each) => pointOf(each)!)
      const mean = (value: (point: GeoPoint) => number): number =>
        points.reduce((sum, point) => sum + value(point), 0) / points.length
      return {
        code,
        name: cityOf(members[0]!) || code,
        point: { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) },
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
