import { mapLinksTo } from '#domain/map-links.ts'
import type { Stop } from '#domain/visits/day-round.ts'

export const addressOf = ({ Street, City_Name, Pin_Code }: Stop): string =>
  [Street, City_Name, Pin_Code].filter(Boolean).join(', ')

/** Where a map finds it: by its own place, or by its address, which says more than the middle of a city. */
const spotOf = (stop: Stop): string => (stop.Place?.of === 'customer' ? stop.Place.at : addressOf(stop))

/** As many as a map takes in one address: a beginning, an end and what lies between. */
const atOnce = 10

export interface MapsLink {
  first: number
  last: number
  address: string
}

/** The way as a map on the phone drives it, in parts where it has too many stops; each begins where the last one ended. */
export function mapsLinks(stops: readonly Stop[]): MapsLink[] {
  const links: MapsLink[] = []
  for (let from = 0; from < stops.length && (from === 0 || from < stops.length - 1); from += atOnce - 1) {
    const part = stops.slice(from, from + atOnce)
    const [first, ...rest] = part.map(spotOf)
    const end = rest.pop()
    const query = new URLSearchParams({ api: '1', destination: end ?? first!, travelmode: 'driving' })
    if (end !== undefined) query.set('origin', first!)
    if (rest.length > 0) query.set('waypoints', rest.join('|'))
    links.push({
      first: from + 1,
      last: from + part.length,
      address: `https://www.google.com/maps/dir/?${query.toString()}`,
    })
  }
  return links
}

export const mapLink = (stop: Stop): string =>
  mapLinksTo(stop.Place?.of === 'customer' ? stop.Place.at : null, addressOf(stop)).google
