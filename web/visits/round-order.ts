import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DayRound, Stop } from '#domain/visits/day-round.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { orderRound, type RoundQuery } from '../api/calendar.ts'
import { notify } from '../ui/notices.tsx'

interface Order {
  round: DayRound
  move: (stop: Stop, to: number) => void
  /** Back to the shortest way. */
  reset: () => Promise<void>
}

/** The order of the stops: changed at once on the screen, and kept one change after the other. */
export function useRoundOrder(loaded: DayRound, query: RoundQuery): Order {
  // What was answered last stands until something newer is loaded.
  const [newer, setNewer] = useState<{ over: DayRound; round: DayRound } | null>(null)
  const { revalidate } = useRevalidator()
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)
  const round = newer?.over === loaded ? newer.round : loaded

  const save = (ids: readonly string[], said: string): Promise<void> => {
    waiting.current++
    queue.current = queue.current
      .then(() => orderRound(query, ids))
      .then(
        (answer) => {
          // Where more has been moved meanwhile, the screen is ahead of this answer.
          if (--waiting.current === 0) setNewer({ over: loaded, round: answer })
          notify({ tone: 'good', text: said })
        },
        async (error: unknown) => {
          waiting.current--
          notify({ tone: 'bad', text: 'The order was not saved', detail: sentenceOf(error) })
          await revalidate()
          setNewer(null)
        },
      )
    return queue.current
  }
  return {
    round,
    move: (stop, to) => {
      const others = round.stops.filter(({ Visit_ID }) => Visit_ID !== stop.Visit_ID)
      const stops = others.toSpliced(to, 0, stop).map((each, at) => ({ ...each, position: at + 1 }))
      setNewer({ over: loaded, round: { ...round, stops, isByHand: true } })
      const ids = stops.map(({ Visit_ID }) => Visit_ID)
      void save(ids, `${stop.Customer_Name} is stop ${to + 1} of ${stops.length} now`)
    },
    reset: () => save([], 'The stops are in the order of the shortest way'),
  }
}
