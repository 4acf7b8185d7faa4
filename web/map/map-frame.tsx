import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { formatDistance } from './format-distance.ts'
import './map.css'
import { fit, project, scaleOf, tilesOf } from './map-projection.ts'
import { t } from '#domain/messages/t.ts'

/** The position of a point in the frame. */
export type PixelOf = (point: GeoPoint) => { x: number; y: number }

interface MapFrameProps {
  /** They are all within the frame; the scale is that of the first. */
  points: readonly GeoPoint[]
  label: string
  /** Id of the list with the same information. */
  describedBy: string
  /** URL template of the map tiles; without tiles, or when they fail to load, only `children` are drawn. */
  tiles: string | null
  heightOf: (width: number) => number
  /** Pixels between the points and the edge. */
  margin: number
  /** Drawn on the map, as SVG. */
  children: (pixelOf: PixelOf) => ReactNode
}

/** A map as wide as its place, with a scale. */
export function MapFrame(props: MapFrameProps): ReactNode {
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
    <div ref={frame} className="map-frame">
      {width > 0 && <Drawing {...props} width={width} />}
      {props.tiles !== null && (
        <p className="map-credit">
          ©{' '}
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            {t('OpenStreetMap contributors')}
          </a>
        </p>
      )}
    </div>
  )
}

function Drawing(props: MapFrameProps & { width: number }): ReactNode {
  const { points, label, describedBy, tiles, heightOf, margin, width, children } = props
  const height = heightOf(width)
  const view = fit(points, width, height, margin)
  const scale = scaleOf(points[0]!.latitude, view.zoom, Math.min(120, width / 3))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img could not hold the drawing
      role="img"
      aria-label={label}
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
      <g className="map-scale" transform={`translate(12 ${height - 14})`}>
        <rect x={-4} y={-20} width={scale.pixels + 8} height={26} rx={3} />
        <path d={`M0 -4v4h${scale.pixels}v-4`} />
        <text x={scale.pixels / 2} y={-7} textAnchor="middle">
          {formatDistance(scale.kilometres)}
        </text>
      </g>
      {children((point) => {
        const { x, y } = project(point, view.zoom)
        return { x: Math.round(x - view.left), y: Math.round(y - view.top) }
      })}
    </svg>
  )
}
