import type { ReactNode } from 'react'
import { zoneShown } from '#domain/firm-zone.ts'
import { showMoment } from '#domain/moments.ts'

/** A moment on the firm's clock: `15/11/2026 11:30`. */
export function Moment({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{showMoment(at, zoneShown())}</time>
}
