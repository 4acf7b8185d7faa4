import { parseGeoPoint } from './catalogue/kinds/place.ts'

export interface MapLinks {
  what: 'place' | 'address'
  openStreetMap: string
  google: string
}

/** Links to the coordinates if they are known, otherwise to a search for the address. */
export function mapLinksTo(place: string | null, address: string): MapLinks {
  const point = place === null ? undefined : parseGeoPoint(place)
  if (point) {
    const { latitude, longitude } = point
    return {
      what: 'place',
      openStreetMap: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
      google: `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`,
    }
  }
  const query = encodeURIComponent(address)
  return {
    what: 'address',
    openStreetMap: `https://www.openstreetmap.org/search?query=${query}`,
    google: `https://www.google.com/maps/search/?api=1&query=${query}`,
  }
}
