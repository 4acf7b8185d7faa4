import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { instantAt } from '#domain/dates/moments.ts'
import type { Calendar, CalendarItem } from '#domain/api/visits/calendar.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { movePlan } from './calendar-api.ts'
import { loadCode } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import type { CalendarEntry } from './calendar-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

export interface Moves {
  /** The items with pending moves applied. */
  items: readonly CalendarItem[]
  move: (item: CalendarEntry, day: string, time: string) => Promise<void>
}

/** Position of a moved plan, until that version of it is loaded. */
interface OptimisticMove {
  at: string
  until: number
}

/** Moves plans with an optimistic update; the notice offers an undo. */
export function useMoves(
  { items, off, today, timeZone }: Calendar,
  shown: readonly string[],
  keepFocusOn: (selector: string) => void,
): Moves {
  const [moved, setMoved] = useState<ReadonlyMap<string, OptimisticMove>>(new Map())
  const { revalidate } = useRevalidator()
  const queues = useRef(new Map<string, Promise<RecordNamed<'visit'>>>())
  const versions = useRef(new Map<string, number>())

  const setOverride = (id: string, override: OptimisticMove | undefined): void =>
    setMoved((now) => {
      const next = new Map(now)
      if (override === undefined) next.delete(id)
      else next.set(id, override)
      return next
    })
  /** Moves of a plan are sent one after the other, because each needs the version the previous one returned. */
  const send = (item: CalendarEntry, day: string, time: string): Promise<RecordNamed<'visit'>> => {
    const id = item.Visit_ID
    const saving = (queues.current.get(id) ?? Promise.resolve()).then(async () => {
      const version = Math.max(item.version, versions.current.get(id) ?? 0)
      const saved = await movePlan({ ...item, version }, day, time)
      versions.current.set(id, saved.version)
      return saved
    })
    queues.current.set(id, saving)
    return saving
  }
  const move = async (item: CalendarEntry, day: string, time: string): Promise<void> => {
    if (item.day === day && item.time === time) return
    const id = item.Visit_ID
    notify(null)
    keepFocusOn(`[data-visit="${id}"]`)
    const at = instantAt(day, time, timeZone)
    setOverride(id, { at, until: Infinity })
    const saving = send(item, day, time)
    const isLast = (): boolean => queues.current.get(id) === saving
    try {
      const saved = await saving
      // Only the last of several moves shows a notice.
      if (!isLast()) return
      setOverride(id, { at, until: saved.version })
      const now = { ...item, version: saved.version, day, time, Planned_At: saved.Planned_At ?? at }
      const undo = (): void => void move(now, item.day, item.time)
      const notice = await loadCode(() => import('./calendar-move-notice.ts'))
        .then(({ noticeOfMove }) => noticeOfMove({ item, day, time, calendar: { off, today }, shown, undo }))
        // The plan is moved and shown where it is, also without the notice.
        .catch(() => null)
      if (isLast()) notify(notice)
    } catch (error) {
      // Later moves fail too, and the last one shows the notice.
      if (!isLast()) return
      setOverride(id, undefined)
      notify({
        tone: 'bad',
        text: t('Could not move {customer}', { customer: customerName(item) }),
        detail: sentenceOf(error),
      })
    }
    await revalidate()
    if (isLast()) queues.current.delete(id)
  }
  return {
    items: items.map((item) => {
      const override = moved.get(item.Visit_ID)
      return override && item.version < override.until ? { ...item, Planned_At: override.at } : item
    }),
    move,
  }
}
