import type { ReactNode } from 'react'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { formatInstant } from '#domain/dates/moments.ts'

/** A timestamp in the firm's time zone: `15/11/2026 11:30`. */
export function Moment({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{formatInstant(at, displayTimeZone())}</time>
}

/** For a tag of `RichText`. */
export const momentAt = (at: string) => (): ReactNode => <Moment at={at} />
