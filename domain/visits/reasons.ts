import { readableName } from '../catalogue/names/shown-name.ts'
import { formatDate } from '../dates/dates.ts'
import { formatRupees } from '../money.ts'
import { formatList } from '../text.ts'
import type { Balance } from '../balances/balance.ts'
import { isAboveLimit } from '../balances/credit-limit.ts'
import { dueStateOf, recommendedDate } from './schedule.ts'
import { isInSeason, shownSeason } from './season-window.ts'
import { t } from '../messages/t.ts'

/** What a customer promised to pay. */
export interface LastPromise {
  amount: number
  /** The promised day. */
  by: string
  state: 'open' | 'broken'
}

/** The facts about a planned customer. */
export interface ReasonFacts {
  /** The day of the route. */
  day: string
  today: string
  lastVisited: string | null
  visitInDays: number
  /** Days pending, as the planner shows them. */
  pending: number
  balance: Balance | null
  /** What the customer may owe; null or absent: no limit. */
  creditLimit?: number | null | undefined
  /** What the customer promised last, unless it was kept. */
  promise?: LastPromise | null | undefined
  /** The last visit, if it suggested a day for the next one. */
  agreed: { on: string; for: string } | null
  /** The day of the plan. */
  plannedDay: string
  soil: string
  /** The mappings of the customer's soil. */
  crops: readonly { season: string; crop: string }[]
  /** The second names of crops, soils and seasons, as far as they are known here. */
  localNames?: Readonly<Record<string, unknown>> | undefined
}

/** The reasons for visiting the customer on that day, as short texts. */
export function reasonsOf(facts: ReasonFacts): string[] {
  return [
    dueReason(facts),
    moneyReason(facts),
    limitReason(facts),
    promiseReason(facts),
    agreedReason(facts),
    ...seasonReasons(facts),
  ].filter((reason) => reason !== undefined)
}

/** Those of the reasons that are an overdue visit or payment, or a balance above the credit limit. */
export const overdueReasonsOf = (facts: ReasonFacts): string[] =>
  [overdueVisit(facts), moneyReason(facts), limitReason(facts), brokenPromise(facts)].filter(
    (reason) => reason !== undefined,
  )

function overdueVisit({ today, lastVisited, visitInDays, pending }: ReasonFacts): string | undefined {
  const due = recommendedDate(lastVisited, visitInDays, today)
  return dueStateOf(lastVisited, due, today) === 'overdue'
    ? t('{days, plural, one {Overdue by {days} day} other {Overdue by {days} days}}', { days: pending })
    : undefined
}

function dueReason(facts: ReasonFacts): string | undefined {
  const { day, today, lastVisited, visitInDays } = facts
  const due = recommendedDate(lastVisited, visitInDays, today)
  // Relative to today, as everywhere else: the state on a later day of the route is not known yet.
  const state = dueStateOf(lastVisited, due, today)
  if (state === 'never') return t('Never visited')
  if (state === 'overdue') return overdueVisit(facts)
  if (state === 'today') return t('Due today')
  return due <= day ? t('Due on {date}', { date: formatDate(due) }) : undefined
}

function moneyReason({ balance }: ReasonFacts): string | undefined {
  if (!balance || balance.Overdue <= 0) return undefined
  return t('{amount} overdue (as of {date})', {
    amount: formatRupees(balance.Overdue),
    date: formatDate(balance.As_Of),
  })
}

const limitReason = ({ balance, creditLimit }: ReasonFacts): string | undefined =>
  isAboveLimit(balance?.Receivable, creditLimit)
    ? t('Above the credit limit of {limit}', { limit: formatRupees(creditLimit ?? 0) })
    : undefined

const brokenPromise = (facts: ReasonFacts): string | undefined =>
  facts.promise?.state === 'broken' ? promiseReason(facts) : undefined

function promiseReason({ promise }: ReasonFacts): string | undefined {
  if (!promise) return undefined
  const values = { amount: formatRupees(promise.amount), date: formatDate(promise.by) }
  return promise.state === 'broken'
    ? t('Broke the promise to pay {amount} by {date}', values)
    : t('Promised to pay {amount} by {date}', values)
}

function agreedReason({ agreed, plannedDay }: ReasonFacts): string | undefined {
  if (!agreed) return undefined
  const on = formatDate(agreed.on).slice(0, 5)
  // A plan that was moved still names the day that was agreed.
  return agreed.for === plannedDay
    ? t('Agreed on {on} visit', { on })
    : t('Agreed on {on} visit for {date}', { on, date: formatDate(agreed.for) })
}

const maxCrops = 3

function seasonReasons({ day, soil, crops, localNames = {} }: ReasonFacts): string[] {
  // Only one of the two names: the reason is short.
  const nameOf = (name: string): string => readableName(localNames[name]) ?? name
  const now = crops.filter(({ season }) => isInSeason(season, day))
  const seasons = [...new Set(now.map(({ season }) => season))].toSorted()
  return seasons.map((season) => {
    const names = [
      ...new Set(now.filter((each) => each.season === season).map(({ crop }) => crop)),
    ].toSorted()
    const more = names.length - maxCrops
    const first = names.slice(0, maxCrops).map(nameOf)
    const shown = more > 0 ? [...first, t('{count} more', { count: more })] : first
    const usual = /\bsoil$/i.test(soil) ? soil : t('{name} soil', { name: soil })
    return t('{count, plural, one {{season}: {crops} suits {soil}} other {{season}: {crops} suit {soil}}}', {
      count: names.length,
      season: readableName(localNames[season]) ?? shownSeason(season),
      crops: formatList(shown),
      // The second name of a soil mostly has the word in it.
      soil: readableName(localNames[soil]) ?? usual,
    })
  })
}
