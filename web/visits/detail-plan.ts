import { parseDay } from '#domain/dates.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { isMade, outcomeOf, type DetailValues } from './detail-values.ts'
import { plannedFor, type Planned } from './visit-words.ts'

interface Known {
  /** What the dialog was opened for. */
  seen: VisitPlan
  /** The same customer as it is known by now. */
  fresh: VisitPlan
  clock: FirmClock
  today: string
}

interface DetailPlan {
  plan: VisitPlan
  /** For a visit before the day of its plan: whether it was in the plan's place; undefined: no question. */
  besides: 'instead' | 'besides' | undefined
  /** Whether it is recorded as another visit than the open plan is for. */
  keepsPlan: boolean
  /** The plan that stays. */
  staying: Planned | undefined
  /** The values, without what is not on the screen. */
  said: DetailValues
}

/** Which plan the visit belongs to, by what was said about it. */
export function detailPlanOf(values: DetailValues, { seen, fresh, clock, today }: Known): DetailPlan {
  const isAnother = values.Besides === 'another'
  const plan = isAnother ? { ...fresh, Plan: null } : seen
  const besides = besidesOf(values, plan, clock, today)
  const keepsPlan = isAnother || besides === 'besides'
  // The plan that somebody else's visit was made by is over, and not the one that stays.
  const isOver = isAnother && fresh.Plan !== null && values.Over.includes(fresh.Plan.Visit_ID)
  const staying = keepsPlan && !isOver ? plannedFor(fresh, clock) : undefined
  const said = staying ? { ...values, Next_Visit_Suggested: '' } : values
  return { plan, besides, keepsPlan, staying, said }
}

function besidesOf(
  values: DetailValues,
  plan: VisitPlan,
  clock: FirmClock,
  today: string,
): DetailPlan['besides'] {
  const planned = plannedFor(plan, clock)?.day
  const day = parseDay(values.Visited_On.trim())
  if (!planned || !day || day >= planned || !isMade(outcomeOf(values, plan))) return undefined
  if (values.Besides === 'instead' || values.Besides === 'besides') return values.Besides
  // Told late of an earlier day, the coming visit is still to come; who goes early today goes in its place.
  return day < today && planned >= today ? 'besides' : 'instead'
}
