import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { instantAt } from '#domain/moments.ts'
import { offInWords, type Calendar, type CalendarItem, type OffDay } from '#domain/visits/calendar.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadCalendar, movePlan } from '../api/calendar.ts'
import { notify } from '../ui/notices.tsx'
import { offSentence, type Placed } from './calendar-words.ts'

export interface Moves {
  /** The items where they stand now, also those whose move is still on its way. */
  items: readonly CalendarItem[]
  move: (item: Placed, day: string, time: string) => Promise<void>
}

/** Where a plan stands on the screen, until that version of it is loaded. */
interface Standing {
  at: string
  until: number
}

/** Moves plans at once on the screen; the server has the last word, and a way back stands in the notice. */
export function useMoves(
  { items, off, today, timeZone }: Calendar,
  shown: readonly string[],
  follow: (selector: string) => void,
): Moves {
  const [moved, setMoved] = useState<ReadonlyMap<string, Standing>>(new Map())
  const { revalidate } = useRevalidator()
  const lines = useRef(new Map<string, Promise<StoredRecord>>())
  const versions = useRef(new Map<string, number>())

  const put = (id: string, standing: Standing | undefined): void =>
    setMoved((now) => {
      const next = new Map(now)
      if (standing === undefined) next.delete(id)
      else next.set(id, standing)
      return next
    })
  const warningsOf = async (item: Placed, day: string): Promise<string | undefined> => {
    const known = shown.includes(day) ? off : await offOn(day)
    const reason = offInWords(known, day, item.State_Code)
    const warnings = [
      day < today && 'This day is past. It is planned all the same.',
      reason !== undefined && `${offSentence(reason, day)} It is planned all the same.`,
    ].filter(Boolean)
    return warnings.length > 0 ? warnings.join(' ') : undefined
  }
  /** One after the other: each needs the version that the one before it was answered with. */
  const send = (item: Placed, day: string, time: string): Promise<StoredRecord> => {
    const id = item.Visit_ID
    const answer = (lines.current.get(id) ?? Promise.resolve()).then(async () => {
      const version = Math.max(item.version, versions.current.get(id) ?? 0)
      const saved = await movePlan({ ...item, version }, day, time)
      versions.current.set(id, saved.version)
      return saved
    })
    lines.current.set(id, answer)
    return answer
  }
  const move = async (item: Placed, day: string, time: string): Promise<void> => {
    if (item.day === day && item.time === time) return
    const id = item.Visit_ID
    notify(null)
    follow(`[data-visit="${id}"]`)
    const at = instantAt(day, time, timeZone)
    put(id, { at, until: Infinity })
    const answer = send(item, day, time)
    const isLast = (): boolean => lines.current.get(id) === answer
    try {
      const saved = await answer
      // The screen is ahead of this answer: what is said, is said of the last move.
      if (!isLast()) return
      put(id, { at, until: saved.version })
      const now = { ...item, version: saved.version, day, time, Planned_At: String(saved['Planned_At']) }
      const detail = await warningsOf(item, day)
      if (isLast())
        notify({
          tone: 'good',
          text: `Moved ${item.Customer_Name} to ${showDay(day)} ${time}`,
          detail,
          action: { label: 'Undo', run: () => void move(now, item.day, item.time) },
        })
    } catch (error) {
      // Those behind it fail with it, and the last of them says so.
      if (!isLast()) return
      put(id, undefined)
      notify({ tone: 'bad', text: `${item.Customer_Name} was not moved`, detail: sentenceOf(error) })
    }
    await revalidate()
    if (isLast()) lines.current.delete(id)
  }
  return {
    items: items.map((item) => {
      const standing = moved.get(item.Visit_ID)
      return standing && item.version < standing.until ? { ...item, Planned_At: standing.at } : item
    }),
    move,
  }
}

/** The days off are known of the days that are shown; of another day, it is asked. A warning is not worth a failure. */
const offOn = (day: string): Promise<readonly OffDay[]> =>
  loadCalendar({ from: day, to: day, employee: 'mine' }, AbortSignal.timeout(5000)).then(
    (calendar) => calendar.off,
    () => [],
  )
