import { showPlain, type Field, type FieldOf, type FieldOptions } from '../field.ts'

const coordinates = /^(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)$/

/** Longer input is rejected before the regular expression runs. */
const maxLength = 200

export interface GeoPoint {
  latitude: number
  longitude: number
}

/** Parses `22.5645, 72.9289`, the format that maps copy. */
export function parseGeoPoint(text: string): GeoPoint | undefined {
  if (text.length > maxLength) return undefined
  const [, latitude, longitude] = (coordinates.exec(text.trim()) ?? []).map(Number)
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

// Six decimals are about 11 cm.
const shorten = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const formatGeoPoint = ({ latitude, longitude }: GeoPoint): string =>
  `${shorten(latitude)},${shorten(longitude)}`

/** Coordinates. */
export function place<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function place(label: string, options: FieldOptions = {}): Field<string> {
  return {
    kind: 'place',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', maxLength: 32 },
    show: showPlain,
    typedIn: { as: 'text', maxLength: 60 },
  }
}
