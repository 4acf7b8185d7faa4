import { usualName } from './catalogue/names/shown-name.ts'
import { parseGeoPoint } from './catalogue/kinds/place.ts'

export interface MapLinks {
  what: 'place' | 'address'
  openStreetMap: string
  google: string
}

interface Address {
  Street: string
  City_Code: string
  /** As `shownName` writes it; absent without the right to read cities. */
  City_Name?: string
  Pin_Code: string
}

const joinAddress = ({ Street, Pin_Code }: Address, city: string): string =>
  [Street, city, Pin_Code].filter(Boolean).join(', ')

export const addressOf = (row: Address): string => joinAddress(row, row.City_Name ?? row.City_Code)

/** Maps know the usual name of a city. */
export const mapLinkOf = (row: Address): string =>
  mapLinksTo(null, joinAddress(row, usualName(row.City_Name ?? row.City_Code))).google

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
