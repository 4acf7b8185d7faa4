import type { ReactNode } from 'react'
import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { stopsByPerson } from '#domain/visits/day-route.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { t } from '#domain/messages/t.ts'

interface RouteMapProps {
  stops: readonly Stop[]
  /** URL template of the map tiles. */
  tiles: string | null
  /** Id of the list with the same information. */
  describedBy: string
}

interface Mark {
  point: GeoPoint
  /** Positions of the stops at this point. */
  numbers: number[]
}

function marksOf(stops: readonly Stop[]): Mark[] {
  const marks = new Map<string, Mark>()
  for (const { Place, position } of stops) {
    const point = Place ? parseGeoPoint(Place.at) : undefined
    if (!Place || !point) continue
    const existing = marks.get(Place.at)
    if (existing) existing.numbers.push(position)
    else marks.set(Place.at, { point, numbers: [position] })
  }
  return [...marks.values()]
}

/** Map of the stops and the route between them. */
export function RouteMap({ stops, tiles, describedBy }: RouteMapProps): ReactNode {
  const marks = marksOf(stops)
  if (marks.length === 0) return null
  const ways = stopsByPerson(stops, ({ Assigned_To }) => Assigned_To).map((own) =>
    own.flatMap(({ Place }) => (Place && parseGeoPoint(Place.at)) ?? []),
  )
  return (
    <MapFrame
      points={marks.map(({ point }) => point)}
      label={t('Map of {count, plural, one {# stop} other {# stops}}', { count: ways.flat().length })}
      describedBy={describedBy}
      tiles={tiles}
      heightOf={(width) => Math.round(Math.min(460, Math.max(220, width * 0.75)))}
      margin={32}
    >
      {(pixelOf) => {
        const lines = ways.map((way) =>
          way.map((point) => `${pixelOf(point).x},${pixelOf(point).y}`).join(' '),
        )
        return (
          <>
            {['map-way-edge', 'map-way'].map((kind) =>
              lines.map((line) => <polyline key={`${kind} ${line}`} className={kind} points={line} />),
            )}
            {marks.map(({ point, numbers }) => {
              const { x, y } = pixelOf(point)
              const label = formatNumbers(numbers)
              const half = Math.max(13, 7 + label.length * 4)
              return (
                <g key={label} className="map-stop" transform={`translate(${x} ${y})`}>
                  <rect x={-half} y={-13} width={half * 2} height={26} rx={13} />
                  <text textAnchor="middle" dominantBaseline="central">
                    {label}
                  </text>
                </g>
              )
            })}
          </>
        )
      }}
    </MapFrame>
  )
}

/** "2", "2, 5", "2–4" */
function formatNumbers(numbers: readonly number[]): string {
  const isRange = numbers.length > 2 && (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 === numbers.length
  if (isRange) return `${numbers[0]}–${numbers.at(-1)}`
  return numbers.length > 3 ? `${numbers.slice(0, 2).join(', ')}…` : numbers.join(', ')
}
