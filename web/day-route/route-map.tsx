import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import { fit, project, scaleOf, tilesOf } from './map-projection.ts'
import { t } from '#domain/messages/t.ts'

interface RouteMapProps {
  stops: readonly Stop[]
  /** URL template of the map tiles; without tiles, or when they fail to load, only the route is drawn. */
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

const margin = 32

/** Map of the stops and the route between them. */
export function RouteMap({ stops, tiles, describedBy }: RouteMapProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    setWidth(Math.floor(element.clientWidth))
    return () => observer.disconnect()
  }, [])
  const marks = marksOf(stops)
  if (marks.length === 0) return null
  return (
    <div ref={frame} className="round-map">
      {width > 0 && <MapDrawing {...{ marks, stops, tiles, width, describedBy }} />}
      {tiles !== null && (
        <p className="round-credit">
          ©{' '}
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            {t('OpenStreetMap contributors')}
          </a>
        </p>
      )}
    </div>
  )
}

function MapDrawing(props: RouteMapProps & { marks: readonly Mark[]; width: number }): ReactNode {
  const { marks, stops, tiles, width, describedBy } = props
  const height = Math.round(Math.min(460, Math.max(220, width * 0.75)))
  const points = marks.map(({ point }) => point)
  const view = fit(points, width, height, margin)
  const pixel = (point: GeoPoint): { x: number; y: number } => {
    const { x, y } = project(point, view.zoom)
    return { x: Math.round(x - view.left), y: Math.round(y - view.top) }
  }
  const path = stops.flatMap(({ Place }) => {
    const point = Place && parseGeoPoint(Place.at)
    if (!point) return []
    const { x, y } = pixel(point)
    return [`${x},${y}`]
  })
  const scale = scaleOf(points[0]!.latitude, view.zoom, Math.min(120, width / 3))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img could not hold the drawing
      role="img"
      aria-label={t('Map of {count, plural, one {# stop} other {# stops}}', { count: path.length })}
      aria-describedby={describedBy}
    >
      <rect className="map-ground" width={width} height={height} />
      {tiles !== null &&
        tilesOf(tiles, view, width, height).map(({ key, address, ...box }) => (
          // An `img` sets the referrer policy, which an SVG `image` cannot; tile servers require a referrer.
          <foreignObject key={key} {...box}>
            <img
              className="map-tile"
              src={address}
              alt=""
              width={box.width}
              height={box.height}
              referrerPolicy="strict-origin"
              onError={(event) => event.currentTarget.setAttribute('hidden', '')}
            />
          </foreignObject>
        ))}
      <polyline className="map-way-edge" points={path.join(' ')} />
      <polyline className="map-way" points={path.join(' ')} />
      {marks.map(({ point, numbers }) => {
        const { x, y } = pixel(point)
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
      <g className="map-scale" transform={`translate(12 ${height - 14})`}>
        <rect x={-4} y={-20} width={scale.pixels + 8} height={26} rx={3} />
        <path d={`M0 -4v4h${scale.pixels}v-4`} />
        <text x={scale.pixels / 2} y={-7} textAnchor="middle">
          {scale.kilometres < 1
            ? t('{metres} m', { metres: scale.kilometres * 1000 })
            : t('{kilometres} km', { kilometres: scale.kilometres })}
        </text>
      </g>
    </svg>
  )
}

/** "2", "2, 5", "2–4" */
function formatNumbers(numbers: readonly number[]): string {
  const isRange = numbers.length > 2 && (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 === numbers.length
  if (isRange) return `${numbers[0]}–${numbers.at(-1)}`
  return numbers.length > 3 ? `${numbers.slice(0, 2).join(', ')}…` : numbers.join(', ')
}
