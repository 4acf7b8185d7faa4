import { cityName } from '#domain/catalogue/names/shown-name.ts'
import { mapLinksTo } from '#domain/map-links.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'

const joinAddress = ({ Street, Pin_Code }: Stop, city: string): string =>
  [Street, city, Pin_Code].filter(Boolean).join(', ')

/** The address as the reader sees it. */
export const addressOf = (stop: Stop): string => joinAddress(stop, cityName(stop))

/** Maps know the usual names. */
const addressOnMap = (stop: Stop): string => joinAddress(stop, stop.City_Name)

/** Query of a stop: its own location, or its address, which is more exact than the centre of the city. */
const mapQueryOf = (stop: Stop): string =>
  stop.Place?.of === 'customer' ? stop.Place.at : addressOnMap(stop)

/** Google Maps accepts an origin, a destination and eight waypoints in one URL. */
const maxStopsPerLink = 10

export interface DirectionsLink {
  first: number
  last: number
  address: string
}

/**
 * Directions links for the route of each person; with too many stops there are several, each starting at the last stop of the one before.
 * A single stop beside others needs none: it has its own link.
 */
export function directionsLinks(stops: readonly Stop[]): DirectionsLink[] {
  const routes = routesOf(stops)
  return routes.filter(({ length }) => length > 1 || routes.length === 1).flatMap(linksOf)
}

/** Stops that follow each other and are of one person. */
function routesOf(stops: readonly Stop[]): Stop[][] {
  const routes: Stop[][] = []
  for (const stop of stops) {
    const last = routes.at(-1)
    if (last && last[0]!.Assigned_To === stop.Assigned_To) last.push(stop)
    else routes.push([stop])
  }
  return routes
}

function linksOf(stops: readonly Stop[]): DirectionsLink[] {
  const links: DirectionsLink[] = []
  for (
    let from = 0;
    from < stops.length && (from === 0 || from < stops.length - 1);
    from += maxStopsPerLink - 1
  ) {
    const stopsOfLink = stops.slice(from, from + maxStopsPerLink)
    const [first, ...rest] = stopsOfLink.map(mapQueryOf)
    const end = rest.pop()
    const query = new URLSearchParams({ api: '1', destination: end ?? first!, travelmode: 'driving' })
    if (end !== undefined) query.set('origin', first!)
    if (rest.length > 0) query.set('waypoints', rest.join('|'))
    links.push({
      first: stopsOfLink[0]!.position,
      last: stopsOfLink.at(-1)!.position,
      address: `https://www.google.com/maps/dir/?${query.toString()}`,
    })
  }
  return links
}

export const mapLink = (stop: Stop): string =>
  mapLinksTo(stop.Place?.of === 'customer' ? stop.Place.at : null, addressOnMap(stop)).google
