import type { GeoPoint } from '../catalogue/kinds/place.ts'

/** The data that the order of a route depends on. */
export interface RouteStop {
  place: GeoPoint | null
  City_Code: string
  /** From the widest to the narrowest: zone, state, pool, station, city, name. */
  tree: readonly string[]
}

const earthRadius = 6371.0088 // kilometres
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The great-circle distance (haversine). */
export function kilometresBetween(one: GeoPoint, other: GeoPoint): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2)
  const width = Math.sin(radians(other.longitude - one.longitude) / 2)
  const resized = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const square = height * height + resized * width * width
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** The length of the route through the known coordinates; null when there are fewer than two. */
export function routeLength(places: readonly (GeoPoint | null)[]): number | null {
  const known = places.filter((place) => place !== null)
  if (known.length < 2) return null
  return known.slice(1).reduce((sum, place, at) => sum + kilometresBetween(known[at]!, place), 0)
}

/**
 * Orders stops, given by appointment time, for a short route. Stops without coordinates are placed next to others of
 * their city, or else at the end, sorted by territory.
 */
export function shortestRoute<S extends RouteStop>(stops: readonly S[]): S[] {
  const located = stops.filter((stop) => stop.place !== null)
  const route = orderOf(located.map((stop) => stop.place!)).map((at) => located[at]!)
  const unlocated = stops.filter((stop) => stop.place === null).toSorted(byTree)
  for (const stop of unlocated) {
    const neighbour = route.findLastIndex((other) => other.City_Code === stop.City_Code)
    route.splice(neighbour < 0 ? route.length : neighbour + 1, 0, stop)
  }
  return route
}

function byTree(one: RouteStop, other: RouteStop): number {
  for (const [at, name] of one.tree.entries()) {
    const rank = name.localeCompare(other.tree[at] ?? '', 'en')
    if (rank !== 0) return rank
  }
  return 0
}

type Distance = (one: number, other: number) => number

// Every start is tried for up to 30 stops, fewer for more stops, to limit the time.
const maxStarts = (count: number): number => Math.min(count, Math.ceil(30_000 / count ** 2))

/** An order of the indexes whose route is never longer than the given one. */
function orderOf(places: readonly GeoPoint[]): number[] {
  const given = places.map((_, at) => at)
  if (places.length < 3) return given
  const table = places.map((one) => Float64Array.from(places, (other) => kilometresBetween(one, other)))
  const distance: Distance = (one, other) => table[one]![other]!
  let best = twoOpt(given, distance)
  let shortest = lengthOf(best, distance)
  for (let start = 0; start < maxStarts(places.length); start++) {
    const route = twoOpt(nearestFirst(start, places.length, distance), distance)
    const length = lengthOf(route, distance)
    // Ignores rounding differences, so that the order is stable.
    if (length < shortest - 1e-9) [best, shortest] = [route, length]
  }
  return earliestFirst(best, distance)
}

const lengthOf = (route: readonly number[], distance: Distance): number =>
  route.slice(1).reduce((sum, stop, at) => sum + distance(route[at]!, stop), 0)

function nearestFirst(start: number, count: number, distance: Distance): number[] {
  const left = new Set(Array.from({ length: count }, (_, at) => at))
  const route = [start]
  left.delete(start)
  while (left.size > 0) {
    let nearest = -1
    for (const stop of left)
      if (nearest < 0 || distance(route.at(-1)!, stop) < distance(route.at(-1)!, nearest)) nearest = stop
    route.push(nearest)
    left.delete(nearest)
  }
  return route
}

// A hundred stops need about a dozen passes; the limit guards against unexpected input.
const maxPasses = 60

/** 2-opt on an open route: reverses segments as long as that shortens the route. */
function twoOpt(start: readonly number[], distance: Distance): number[] {
  const route = [...start]
  const last = route.length - 1
  for (let pass = 0; pass < maxPasses; pass++) {
    let isBetter = false
    for (let from = 0; from < last; from++) {
      for (let to = from + 1; to <= last; to++) {
        if (from === 0 && to === last) continue
        if (gainOfReversing(route, from, to, distance) < 1e-9) continue
        reverseSegment(route, from, to)
        isBetter = true
      }
    }
    if (!isBetter) break
  }
  return route
}

function gainOfReversing(route: readonly number[], from: number, to: number, distance: Distance): number {
  const before = from > 0 ? route[from - 1] : undefined
  const after = route[to + 1]
  const first = route[from]!
  const final = route[to]!
  const head = before === undefined ? 0 : distance(before, first) - distance(before, final)
  const tail = after === undefined ? 0 : distance(final, after) - distance(first, after)
  return head + tail
}

function reverseSegment(route: number[], from: number, to: number): void {
  for (let left = from, right = to; left < right; left++, right--)
    [route[left], route[right]] = [route[right]!, route[left]!]
}

/** Picks the direction that agrees better with the appointment times, and sorts stops at the same place by time. */
function earliestFirst(route: readonly number[], distance: Distance): number[] {
  let late = 0
  for (const [at, stop] of route.entries())
    for (const next of route.slice(at + 1)) late += stop > next ? 1 : -1
  const turned = late > 0 ? route.toReversed() : route
  const towns: number[][] = []
  for (const stop of turned) {
    const town = towns.at(-1)
    if (town && distance(town[0]!, stop) === 0) town.push(stop)
    else towns.push([stop])
  }
  return towns.flatMap((town) => town.toSorted((one, other) => one - other))
}
