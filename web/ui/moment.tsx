import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** A moment as the clock of whoever looks at it shows it: `15/11/2026 11:30`. */
export function Moment({ at }: { at: string }): ReactNode {
  const { day, time } = wallClock(new Date(at), timeZone)
  return <time dateTime={at}>{`${showDay(day)} ${time.slice(0, 5)}`}</time>
}
