import { expect, it } from 'vitest'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import { mapLink, directionsLinks } from './route-links.ts'

const stop = (n: number, of: 'customer' | 'city' | null = 'customer'): Stop =>
  ({
    position: n,
    Street: `${n} Station Road`,
    City_Name: 'Anand',
    Pin_Code: '388001',
    Place: of && { at: `22.${n},72.9`, of },
  }) as Stop
const stops = (count: number): Stop[] => Array.from({ length: count }, (_, at) => stop(at + 1))
const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams)

it('lists the stops in order, by location or address', () => {
  expect(directionsLinks([])).toEqual([])
  expect(queryOf(directionsLinks([stop(1)])[0]!.address)).toEqual({
    api: '1',
    destination: '22.1,72.9',
    travelmode: 'driving',
  })
  const [link] = directionsLinks([stop(1), stop(2, 'city'), stop(3, null), stop(4)])
  expect(queryOf(link!.address)).toEqual({
    api: '1',
    origin: '22.1,72.9',
    waypoints: '2 Station Road, Anand, 388001|3 Station Road, Anand, 388001',
    destination: '22.4,72.9',
    travelmode: 'driving',
  })
})

it('splits too many stops into links that each start at the last stop', () => {
  const ranges = (count: number): number[][] =>
    directionsLinks(stops(count)).map(({ first, last }) => [first, last])
  expect(ranges(10)).toEqual([[1, 10]])
  expect(ranges(11)).toEqual([
    [1, 10],
    [10, 11],
  ])
  expect(ranges(19)).toEqual([
    [1, 10],
    [10, 19],
  ])
})

it('links a stop to a map that opens on every device', () => {
  const search = 'https://www.google.com/maps/search/?api=1&query='
  expect(mapLink(stop(1))).toBe(`${search}22.1,72.9`)
  expect(mapLink(stop(1, 'city'))).toBe(`${search}1%20Station%20Road%2C%20Anand%2C%20388001`)
  expect(mapLink(stop(1, null))).toBe(mapLink(stop(1, 'city')))
})

it('links the route of each person, and no single stop beside others', () => {
  const of = (people: readonly (string | null)[]): number[][] =>
    directionsLinks(people.map((Assigned_To, at) => ({ ...stop(at + 1), Assigned_To }))).map(
      ({ first, last }) => [first, last],
    )
  expect(of(['a', 'a', 'b', 'c', 'c', 'c', null])).toEqual([
    [1, 2],
    [4, 6],
  ])
  expect(of(['a'])).toEqual([[1, 1]])
})
