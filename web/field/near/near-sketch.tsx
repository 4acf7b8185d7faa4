import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { DueState } from '#domain/visits/schedule.ts'
import { fit, project, scaleOf, tilesOf } from '../../day-route/map-projection.ts'
import '../../day-route/day-route.css'
import './near.css'
import { formatDistance, type NearCustomer } from './by-distance.ts'
import { t } from '#domain/messages/t.ts'

interface NearSketchProps {
  near: readonly (NearCustomer & { state: DueState })[]
  from: GeoPoint
  /** URL template of the map tiles; without tiles, or without a network, only the sketch is drawn. */
  tiles: string | null
  /** Id of the list with the same information. */
  describedBy: string
}

const height = 220
const margin = 26

/** A sketch of the nearest customers around the phone. It is drawn on the phone and works without a map. */
export function NearSketch(props: NearSketchProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="near-sketch" style={{ minHeight: height }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  )
}

function Drawing({ near, from, tiles, describedBy, width }: NearSketchProps & { width: number }): ReactNode {
  const view = fit([from, ...near.map(({ point }) => point)], width, height, margin)
  const pixel = (point: GeoPoint): { x: number; y: number } => {
    const { x, y } = project(point, view.zoom)
    return { x: Math.round(x - view.left), y: Math.round(y - view.top) }
  }
  const here = pixel(from)
  const scale = scaleOf(from.latitude, view.zoom, Math.min(120, width / 3))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img could not hold the drawing
      role="img"
      aria-label={t('Sketch of {count, plural, one {# customer} other {# customers}} around here', {
        count: near.length,
      })}
      aria-describedby={describedBy}
    >
      <rect className="map-ground" width={width} height={height} />
      {tiles !== null &&
        tilesOf(tiles, view, width, height).map(({ key, address, ...box }) => (
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
      <g className="map-scale" transform={`translate(12 ${height - 14})`}>
        <rect x={-4} y={-20} width={scale.pixels + 8} height={26} rx={3} />
        <path d={`M0 -4v4h${scale.pixels}v-4`} />
        <text x={scale.pixels / 2} y={-7} textAnchor="middle">
          {formatDistance(scale.kilometres)}
        </text>
      </g>
      <circle className="near-here" cx={here.x} cy={here.y} r={9} />
      {/* The nearest is drawn last, on top of the others. */}
      {near
        .map(({ customer, point, state }, at) => {
          const { x, y } = pixel(point)
          return (
            <g key={customer.id} className="near-mark" data-due={state} transform={`translate(${x} ${y})`}>
              <path d={shapes[state]} />
              <text textAnchor="middle" dominantBaseline="central">
                {at + 1}
              </text>
            </g>
          )
        })
        .toReversed()}
    </svg>
  )
}

/** Each state has a shape besides its colour: overdue a diamond, due today a square, later a circle, never a hexagon. */
const shapes: Record<DueState, string> = {
  overdue: 'M0-15L15 0L0 15L-15 0z',
  today: 'M-11-11h22v22h-22z',
  later: 'M0-12a12 12 0 110 24a12 12 0 110-24z',
  never: 'M-7-12h14l7 12l-7 12h-14l-7-12z',
}

/** The same shapes for the list. */
export function DueMark({ state }: { state: DueState }): ReactNode {
  return (
    <svg className="due-mark" viewBox="-16 -16 32 32" aria-hidden="true" focusable="false" data-due={state}>
      <path d={shapes[state]} />
    </svg>
  )
}
