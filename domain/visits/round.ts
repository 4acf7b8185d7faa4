import type { Point } from '../catalogue/kinds/place.ts'

/** What the order of a round depends on. */
export interface RoundStop {
  place: Point | null
  City_Code: string
  /** From the widest to the narrowest: zone, state, pool, station, city, name. */
  tree: readonly string[]
}

const earthRadius = 6371.0088 // kilometres
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Along the surface, as the crow flies. */
export function kilometresBetween(one: Point, other: Point): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2)
  const width = Math.sin(radians(other.longitude - one.longitude) / 2)
  const shrunk = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const square = height * height + shrunk * width * width
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** How long the way is from each known place to the next; null where there is no way between two of them. */
export function lengthOfWay(places: readonly (Point | null)[]): number | null {
  const known = places.filter((place) => place !== null)
  if (known.length < 2) return null
  return known.slice(1).reduce((sum, place, at) => sum + kilometresBetween(known[at]!, place), 0)
}

/**
 * Stops given in the order of their times, in the order that shortens the way. Those nobody can find on a map stand
 * beside others of their city, or else at the end, as the territory has them.
 */
export function shortestWay<S extends RoundStop>(stops: readonly S[]): S[] {
  const located = stops.filter((stop) => stop.place !== null)
  const way = orderOf(located.map((stop) => stop.place!)).map((at) => located[at]!)
  const lost = stops.filter((stop) => stop.place === null).toSorted(byTree)
  for (const stop of lost) {
    const neighbour = way.findLastIndex((other) => other.City_Code === stop.City_Code)
    way.splice(neighbour < 0 ? way.length : neighbour + 1, 0, stop)
  }
  return way
}

function byTree(one: RoundStop, other: RoundStop): number {
  for (const [at, name] of one.tree.entries()) {
    const rank = name.localeCompare(other.tree[at] ?? '', 'en')
    if (rank !== 0) return rank
  }
  return 0
}

type Distance = (one: number, other: number) => number

// Every start is tried up to 30 stops, fewer of more: it has to be quick.
const mostStarts = (count: number): number => Math.min(count, Math.ceil(30_000 / count ** 2))

/** The places by their number, in an order whose way is never longer than the given one. */
function orderOf(places: readonly Point[]): number[] {
  const given = places.map((_, at) => at)
  if (places.length < 3) return given
  const table = places.map((one) => Float64Array.from(places, (other) => kilometresBetween(one, other)))
  const distance: Distance = (one, other) => table[one]![other]!
  let best = improved(given, distance)
  let shortest = lengthOf(best, distance)
  for (let start = 0; start < mostStarts(places.length); start++) {
    const way = improved(nearestFirst(start, places.length, distance), distance)
    const length = lengthOf(way, distance)
    // A hair shorter is not shorter: the order should not jump for the sake of rounding.
    if (length < shortest - 1e-9) [best, shortest] = [way, length]
  }
  return earliestFirst(best, distance)
}

const lengthOf = (way: readonly number[], distance: Distance): number =>
  way.slice(1).reduce((sum, stop, at) => sum + distance(way[at]!, stop), 0)

function nearestFirst(start: number, count: number, distance: Distance): number[] {
  const left = new Set(Array.from({ length: count }, (_, at) => at))
  const way = [start]
  left.delete(start)
  while (left.size > 0) {
    let nearest = -1
    for (const stop of left)
      if (nearest < 0 || distance(way.at(-1)!, stop) < distance(way.at(-1)!, nearest)) nearest = stop
    way.push(nearest)
    left.delete(nearest)
  }
  return way
}

// A way of a hundred stops is done after a dozen; the limit is for what nobody foresaw.
const mostPasses = 60

/** 2-opt on an open way: turns a stretch around wherever that shortens the whole, until nothing does. */
function improved(start: readonly number[], distance: Distance): number[] {
  const way = [...start]
  const last = way.length - 1
  for (let pass = 0; pass < mostPasses; pass++) {
    let isBetter = false
    for (let from = 0; from < last; from++) {
      for (let to = from + 1; to <= last; to++) {
        if (from === 0 && to === last) continue
        if (gainOfTurning(way, from, to, distance) < 1e-9) continue
        turn(way, from, to)
        isBetter = true
      }
    }
    if (!isBetter) break
  }
  return way
}

function gainOfTurning(way: readonly number[], from: number, to: number, distance: Distance): number {
  const before = from > 0 ? way[from - 1] : undefined
  const after = way[to + 1]
  const first = way[from]!
  const final = way[to]!
  const head = before === undefined ? 0 : distance(before, first) - distance(before, final)
  const tail = after === undefined ? 0 : distance(final, after) - distance(first, after)
  return head + tail
}

function turn(way: number[], from: number, to: number): void {
  for (let left = from, right = to; left < right; left++, right--)
    [way[left], way[right]] = [way[right]!, way[left]!]
}

/** A way is as long from its end: it is walked from whichever side agrees better with the times, and so is each town. */
function earliestFirst(way: readonly number[], distance: Distance): number[] {
  let late = 0
  for (const [at, stop] of way.entries()) for (const next of way.slice(at + 1)) late += stop > next ? 1 : -1
  const turned = late > 0 ? way.toReversed() : way
  const towns: number[][] = []
  for (const stop of turned) {
    const town = towns.at(-1)
    if (town && distance(town[0]!, stop) === 0) town.push(stop)
    else towns.push([stop])
  }
  return towns.flatMap((town) => town.toSorted((one, other) => one - other))
}
