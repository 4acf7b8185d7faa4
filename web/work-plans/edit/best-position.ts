import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { kilometresBetween } from '#domain/visits/stop-order.ts'
import type { PlanDays } from './plan-edits.ts'

const pointOf = (place: string | null): GeoPoint | null => (place ? (parseGeoPoint(place) ?? null) : null)

const between = (one: GeoPoint | null, other: GeoPoint | null): number =>
  one && other ? kilometresBetween(one, other) : 0

/** Where on the day a customer is the least detour from the start, by the other stops, and back; the end when its place is unknown. */
export function bestPosition(
  { stops }: PlanDays[number],
  customer: { Customer_Code: string; Place: string | null },
  start: string | null,
): number {
  const others = stops.filter((stop) => stop.Customer_Code !== customer.Customer_Code)
  const place = pointOf(customer.Place)
  if (!place) return others.length
  const home = pointOf(start)
  const way = [home, ...others.map((stop) => pointOf(stop.Place)), home]
  const detours = way
    .slice(1)
    .map((next, at) => between(way[at]!, place) + between(place, next) - between(way[at]!, next))
  // The later one of two that are equally far, so that a customer without a way is added at the end.
  return detours.reduce((best, detour, at) => (detour <= detours[best]! ? at : best), 0)
}
