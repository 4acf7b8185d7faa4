import type { ReactNode } from 'react'
import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { DueState } from '#domain/visits/schedule.ts'
import { MapFrame } from '../../map/map-frame.tsx'
import './near.css'
import type { NearCustomer } from './by-distance.ts'
import { t } from '#domain/messages/t.ts'

interface NearSketchProps {
  near: readonly (NearCustomer & { state: DueState })[]
  from: GeoPoint
  /** URL template of the map tiles. */
  tiles: string | null
  /** Id of the list with the same information. */
  describedBy: string
}

const height = 220

/** A sketch of the nearest customers around the phone. It is drawn on the phone and works without a map. */
export function NearSketch({ near, from, tiles, describedBy }: NearSketchProps): ReactNode {
  return (
    <MapFrame
      points={[from, ...near.map(({ point }) => point)]}
      label={t('Sketch of {count, plural, one {# customer} other {# customers}} around here', {
        count: near.length,
      })}
      describedBy={describedBy}
      tiles={tiles}
      heightOf={() => height}
      margin={26}
    >
      {(pixelOf) => {
        const here = pixelOf(from)
        return (
          <>
            <circle className="near-here" cx={here.x} cy={here.y} r={9} />
            {/* The nearest is drawn last, on top of the others. */}
            {near
              .map(({ customer, point, state }, at) => {
                const { x, y } = pixelOf(point)
                return (
                  <g
                    key={customer.id}
                    className="near-mark"
                    data-due={state}
                    transform={`translate(${x} ${y})`}
                  >
                    <path d={shapes[state]} />
                    <text textAnchor="middle" dominantBaseline="central">
                      {at + 1}
                    </text>
                  </g>
                )
              })
              .toReversed()}
          </>
        )
      }}
    </MapFrame>
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
