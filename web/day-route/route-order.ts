import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DayRoute, Stop } from '#domain/api/visits/day-routes.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { orderStops, type RouteQuery } from '../calendar/calendar-api.ts'
import { notify } from '../ui/notices.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

interface RouteOrder {
  route: DayRoute
  move: (stop: Stop, to: number) => void
  /** Restores the shortest order. */
  reset: () => Promise<void>
}

/** Order of the stops: changed on the screen immediately and saved one change after the other. */
export function useRouteOrder(loaded: DayRoute, query: RouteQuery): RouteOrder {
  // The last response is shown until newer data is loaded.
  const [override, setOverride] = useState<{ base: DayRoute; route: DayRoute } | null>(null)
  const { revalidate } = useRevalidator()
  const queue = useRef<Promise<void>>(Promise.resolve())
  const pendingSaves = useRef(0)
  const route = override?.base === loaded ? override.route : loaded

  const save = (ids: readonly string[], message: string): Promise<void> => {
    pendingSaves.current++
    queue.current = queue.current
      .then(() => orderStops(query, ids))
      .then(
        (answer) => {
          // While more saves are pending, the screen is newer than this response.
          if (--pendingSaves.current === 0) setOverride({ base: loaded, route: answer })
          notify({ tone: 'good', text: message })
        },
        async (error: unknown) => {
          pendingSaves.current--
          notify({ tone: 'bad', text: t('Could not save the order'), detail: sentenceOf(error) })
          await revalidate()
          setOverride(null)
        },
      )
    return queue.current
  }
  return {
    route,
    move: (stop, to) => {
      const others = route.stops.filter(({ Visit_ID }) => Visit_ID !== stop.Visit_ID)
      const stops = others.toSpliced(to, 0, stop).map((each, at) => ({ ...each, position: at + 1 }))
      setOverride({ base: loaded, route: { ...route, stops, isByHand: true } })
      const ids = stops.map(({ Visit_ID }) => Visit_ID)
      const values = { customer: customerName(stop), position: to + 1, count: stops.length }
      void save(ids, t('{customer} is now stop {position} of {count}', values))
    },
    reset: () => save([], t('The stops are in the shortest order')),
  }
}
