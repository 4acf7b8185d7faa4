import { showDay } from '../dates.ts'
import { inRupees } from '../money.ts'
import { listInWords } from '../text.ts'
import type { Balance } from './balance.ts'
import { dueStateOf, recommendedDate } from './schedule.ts'
import { isInSeason } from './season-window.ts'

/** What is known of a customer who is to be visited. */
export interface ReasonFacts {
  /** Of the round. */
  day: string
  today: string
  lastVisited: string | null
  visitInDays: number
  /** Days pending, as the planner shows them. */
  pending: number
  balance: Balance | null
  /** The last visit, where it said when the next one would be. */
  promise: { on: string; for: string } | null
  /** The day of the plan. */
  plannedDay: string
  soil: string
  /** What the mappings say of the customer's soil. */
  crops: readonly { season: string; crop: string }[]
}

/** Why somebody is visited on that day, each in a few words. */
export function reasonsOf(facts: ReasonFacts): string[] {
  return [dueReason(facts), moneyReason(facts), promiseReason(facts), ...seasonReasons(facts)].filter(
    (reason) => reason !== undefined,
  )
}

function dueReason({ day, today, lastVisited, visitInDays, pending }: ReasonFacts): string | undefined {
  const due = recommendedDate(lastVisited, visitInDays, today)
  // From today, as everywhere else: by the day of the round nobody knows what will have happened.
  const state = dueStateOf(lastVisited, due, today)
  if (state === 'never') return 'Never visited'
  if (state === 'overdue') return `Overdue by ${pending} days`
  if (state === 'today') return 'Due today'
  return due <= day ? `Due on ${showDay(due)}` : undefined
}

function moneyReason({ balance }: ReasonFacts): string | undefined {
  if (!balance || balance.Overdue <= 0) return undefined
  return `${inRupees(balance.Overdue)} overdue (as of ${showDay(balance.As_Of)})`
}

function promiseReason({ promise, plannedDay }: ReasonFacts): string | undefined {
  if (!promise) return undefined
  // A plan that was moved is still the promise it began as.
  const other = promise.for === plannedDay ? '' : ` for ${showDay(promise.for)}`
  return `Promised on ${showDay(promise.on)}${other}`
}

const mostCrops = 3

function seasonReasons({ day, soil, crops }: ReasonFacts): string[] {
  const now = crops.filter(({ season }) => isInSeason(season, day))
  const seasons = [...new Set(now.map(({ season }) => season))].toSorted()
  return seasons.map((season) => {
    const names = [
      ...new Set(now.filter((each) => each.season === season).map(({ crop }) => crop)),
    ].toSorted()
    const more = names.length - mostCrops
    const shown = more > 0 ? [...names.slice(0, mostCrops), `${more} more`] : names
    const ground = /\bsoil$/i.test(soil) ? soil : `${soil} soil`
    return `${season}: ${listInWords(shown)} ${names.length === 1 ? 'suits' : 'suit'} ${ground}`
  })
}
