import type { GuardFacts } from '../advice/guard.ts'
import { dayIn } from '../dates/moments.ts'
import type { AdviceInput } from '../visits/advice.ts'
import { daysPending } from '../visits/schedule.ts'
import { seasonsAt } from '../visits/season-window.ts'
import type { ReasonFacts } from '../visits/reasons.ts'
import type { PackCustomer, PackMasters } from './pack.ts'

/** What `adviceFor` needs, from the pack: the same as on the server. */
export function adviceInputOf(
  { soil }: Pick<PackCustomer, 'soil'>,
  masters: PackMasters,
  { season, crops, today }: { season: string | null; crops: readonly string[]; today: string },
): AdviceInput {
  const suits = masters.suits.filter((each) => each.soil === soil)
  const codes = new Set(suits.map(({ code }) => code))
  const supplies = masters.supplies.filter(({ code, crop }) => codes.has(code) || crops.includes(crop))
  const present = seasonsAt(today, [...new Set(suits.map((each) => each.season))])
  return { soil, season, present, chosenCrops: crops, crops: [], materials: [], suits, supplies }
}

/** What the guard of advice needs, from the pack. */
export const guardFactsOf = (
  { lots = [] }: Pick<PackCustomer, 'lots'>,
  { supplies, bans = {} }: Pick<PackMasters, 'supplies' | 'bans'>,
): GuardFacts => ({ supplies, bans, lots })

/** What `reasonsOf` needs, from the pack; `day` is the day of the route. */
export function reasonFactsOf(
  customer: PackCustomer,
  masters: PackMasters,
  { day, now, timeZone }: { day: string; now: Date; timeZone: string },
): ReasonFacts {
  const { lastVisited, visitInDays, soil, plan, visits = [] } = customer
  const [last] = visits
  const suggested = last?.on === lastVisited ? last?.next : null
  return {
    day,
    today: dayIn(now, timeZone),
    lastVisited,
    visitInDays,
    pending: daysPending(lastVisited, visitInDays, now, timeZone),
    balance: customer.balance ?? null,
    creditLimit: customer.creditLimit,
    promise: customer.promise,
    agreed: last && suggested ? { on: last.on, for: dayIn(new Date(suggested), timeZone) } : null,
    plannedDay: plan ? dayIn(new Date(plan.at), timeZone) : day,
    soil,
    crops: masters.suits.filter((each) => each.soil === soil),
    localNames: masters.localNames,
  }
}
