import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { readPoint, type Point } from '#domain/catalogue/kinds/place.ts'
import type { Stop } from '#domain/visits/day-round.ts'
import { fit, project, scaleOf, tilesOf } from './round-projection.ts'

interface RoundMapProps {
  stops: readonly Stop[]
  /** Where pictures of the map are; without them, or when they do not come, the sketch stands. */
  tiles: string | null
  /** The list that says the same in words. */
  describedBy: string
}

interface Mark {
  point: Point
  /** Several stops may be at one place. */
  numbers: number[]
}

function marksOf(stops: readonly Stop[]): Mark[] {
  const marks = new Map<string, Mark>()
  for (const { Place, position } of stops) {
    const point = Place ? readPoint(Place.at) : undefined
    if (!Place || !point) continue
    const known = marks.get(Place.at)
    if (known) known.numbers.push(position)
    else marks.set(Place.at, { point, numbers: [position] })
  }
  return [...marks.values()]
}

const margin = 32

/** The stops and the way between them. */
export function RoundMap({ stops, tiles, describedBy }: RoundMapProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    watch.observe(element)
    setWidth(Math.floor(element.clientWidth))
    return () => watch.disconnect()
  }, [])
  const marks = marksOf(stops)
  if (marks.length === 0) return null
  return (
    <div ref={frame} className="round-map">
      {width > 0 && <Sketch {...{ marks, stops, tiles, width, describedBy }} />}
      {tiles !== null && (
        <p className="round-credit">
          ©{' '}
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            OpenStreetMap contributors
          </a>
        </p>
      )}
    </div>
  )
}

function Sketch(props: RoundMapProps & { marks: readonly Mark[]; width: number }): ReactNode {
  const { marks, stops, tiles, width, describedBy } = props
  const height = Math.round(Math.min(460, Math.max(220, width * 0.75)))
  const points = marks.map(({ point }) => point)
  const view = fit(points, width, height, margin)
  const pixel = (point: Point): { x: number; y: number } => {
    const { x, y } = project(point, view.zoom)
    return { x: Math.round(x - view.left), y: Math.round(y - view.top) }
  }
  const way = stops.flatMap(({ Place }) => {
    const point = Place && readPoint(Place.at)
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
      aria-label={`Map of ${way.length} ${way.length === 1 ? 'stop' : 'stops'}`}
      aria-describedby={describedBy}
    >
      <rect className="map-ground" width={width} height={height} />
      {tiles !== null &&
        tilesOf(tiles, view, width, height).map(({ key, address, ...box }) => (
          // An SVG picture cannot say from which site it is asked for, which those who give maps away want to know.
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
      <polyline className="map-way-edge" points={way.join(' ')} />
      <polyline className="map-way" points={way.join(' ')} />
      {marks.map(({ point, numbers }) => {
        const { x, y } = pixel(point)
        const label = inShort(numbers)
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
          {scale.kilometres < 1 ? `${scale.kilometres * 1000} m` : `${scale.kilometres} km`}
        </text>
      </g>
    </svg>
  )
}

/** "2", "2, 5", "2–4" */
function inShort(numbers: readonly number[]): string {
  const isRow = numbers.length > 2 && (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 === numbers.length
  if (isRow) return `${numbers[0]}–${numbers.at(-1)}`
  return numbers.length > 3 ? `${numbers.slice(0, 2).join(', ')}…` : numbers.join(', ')
}
