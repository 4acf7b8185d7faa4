import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kilometresBetween, routeLength, shortestRoute, type RouteStop } from './stop-order.ts'

interface Named extends RouteStop {
  name: string
}

const point = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const stop = fc.record({
  place: fc.option(point, { freq: 4 }),
  City_Code: fc.constantFrom('AND', 'NAD', 'BOR'),
  tree: fc.tuple(fc.constantFrom('N', 'W'), fc.string({ maxLength: 3 })),
})
const at = (name: string, latitude: number, longitude: number, City_Code = 'AND'): Named => ({
  name,
  place: { latitude, longitude },
  City_Code,
  tree: ['W', name],
})
const unlocated = (name: string, City_Code: string, ...tree: string[]): Named => ({
  name,
  place: null,
  City_Code,
  tree: [...tree, name],
})
const names = (stops: readonly Named[]): string[] => stops.map(({ name }) => name)
const lengthOf = (stops: readonly RouteStop[]): number => routeLength(stops.map(({ place }) => place)) ?? 0

describe('shortestRoute', () => {
  it('contains every stop once and is never longer than the given order', () => {
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 25 }), (stops) => {
        const route = shortestRoute(stops)
        expect(new Set(route)).toEqual(new Set(stops))
        expect(route).toHaveLength(stops.length)
        expect(lengthOf(route)).toBeLessThanOrEqual(lengthOf(stops) + 1e-6)
        expect(shortestRoute(stops)).toEqual(route)
      }),
      { numRuns: 200, seed: 4 },
    )
  })

  it('orders sixty stops within 50 ms', () => {
    const [stops] = fc.sample(fc.array(stop, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 60 })
    const located = stops!.map((each, n) => ({
      ...each,
      place: { latitude: 20 + ((n * 7919) % 100) / 20, longitude: 70 + ((n * 104_729) % 100) / 20 },
    }))
    shortestRoute(located) // warm-up for the JIT
    const best = Math.min(
      ...[1, 2, 3].map(() => {
        const before = performance.now()
        shortestRoute(located)
        return performance.now() - before
      }),
    )
    expect(best).toBeLessThan(50)
  })

  it('removes crossings, and starts at the end with the earlier appointment', () => {
    const given = [at('A', 22, 72), at('C', 22, 74), at('B', 22, 73), at('D', 22, 75)]
    expect(names(shortestRoute(given))).toEqual(['A', 'B', 'C', 'D'])
    expect(names(shortestRoute(given.toReversed()))).toEqual(['D', 'C', 'B', 'A'])
  })

  it('keeps the order of times within a town', () => {
    const given = [at('late town', 23, 72), at('one', 22, 72), at('two', 22, 72), at('three', 22, 72)]
    expect(names(shortestRoute(given))).toEqual(['late town', 'one', 'two', 'three'])
  })

  it('places stops without coordinates next to their city, or else sorts them by territory', () => {
    const given = [
      unlocated('Zala', 'NAD', 'W', 'GJ'),
      unlocated('Shah', 'NAD', 'N', 'PB'),
      unlocated('Beside', 'AND', 'W', 'GJ'),
      at('Anand', 22.56, 72.93, 'AND'),
      at('Borsad', 22.4, 72.9, 'BOR'),
      unlocated('Amin', 'NAD', 'W', 'GJ'),
    ]
    expect(names(shortestRoute(given))).toEqual(['Anand', 'Beside', 'Borsad', 'Shah', 'Amin', 'Zala'])
  })
})

it('measures along the surface of the earth', () => {
  const anand = { latitude: 22.5645, longitude: 72.9289 }
  const mumbai = { latitude: 19.076, longitude: 72.8777 }
  expect(kilometresBetween(anand, mumbai)).toBeCloseTo(387.9, 0)
  expect(kilometresBetween(anand, anand)).toBe(0)
  expect(routeLength([anand, null, mumbai])).toBeCloseTo(387.9, 0)
  expect(routeLength([anand, null])).toBeNull()
  expect(
    kilometresBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
  ).toBeCloseTo(111.2, 0)
})
