import { keyOfPlain, passCell, passValue, showPlain, type Field, type FieldOptions } from '../field.ts'

const pair = /^(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)$/

/** Longer than any two numbers of degrees: not worth a look. */
const longest = 200

export interface Point {
  latitude: number
  longitude: number
}

/** Reads `22.5645, 72.9289`, as maps show and copy it. */
export function readPoint(text: string): Point | undefined {
  if (text.length > longest) return undefined
  const [, latitude, longitude] = (pair.exec(text.trim()) ?? []).map(Number)
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

// Six decimals are a hand's breadth.
const shorten = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const writePoint = ({ latitude, longitude }: Point): string =>
  `${shorten(latitude)},${shorten(longitude)}`

/** A point on the earth. */
export function place(label: string, options: FieldOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const point = typeof input === 'string' ? readPoint(input) : undefined
      return point
        ? { value: writePoint(point) }
        : { problem: `${label} should be latitude and longitude, like 22.5645, 72.9289` }
    },
    column: { type: 'text', maxLength: 32 },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'text', maxLength: 60 },
    sample: (n) => `${20 + (n % 10)}.5,${70 + (n % 10)}.25`,
    schema: { type: 'string', examples: ['22.5645,72.9289'] },
    searched: false,
  }
}
