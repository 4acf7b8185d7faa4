import { parseDay } from '#domain/dates/dates.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { isMade, outcomeOf, type DetailValues } from './detail-values.ts'
import { plannedFor, type PlannedMoment } from '../visits/visit-format.ts'

interface DetailPlanContext {
  /** The plan the dialog was opened for. */
  openedPlan: VisitPlan
  /** The plan of the same customer as last loaded. */
  currentPlan: VisitPlan
  clock: FirmClock
  today: string
}

interface DetailPlan {
  plan: VisitPlan
  /** For a visit before the day of its plan: whether it replaces the plan; undefined when that is not asked. */
  planRelation: 'instead' | 'besides' | undefined
  /** Whether it is recorded as a visit besides the open plan. */
  keepsPlan: boolean
  /** The plan that stays open. */
  remainingPlan: PlannedMoment | undefined
  /** The values without fields that are not shown. */
  effectiveValues: DetailValues
}

/** Finds the plan a visit belongs to from the entered values. */
export function detailPlanOf(
  values: DetailValues,
  { openedPlan, currentPlan, clock, today }: DetailPlanContext,
): DetailPlan {
  const isAnother = values.Besides === 'another'
  const plan = isAnother ? { ...currentPlan, Plan: null } : openedPlan
  const planRelation = planRelationOf(values, plan, clock, today)
  const keepsPlan = isAnother || planRelation === 'besides'
  // The plan that another user's visit has closed does not stay open.
  const isPlanRecorded =
    isAnother && currentPlan.Plan !== null && values.Over.includes(currentPlan.Plan.Visit_ID)
  const remainingPlan = keepsPlan && !isPlanRecorded ? plannedFor(currentPlan, clock) : undefined
  const effectiveValues = remainingPlan ? { ...values, Next_Visit_Suggested: '' } : values
  return { plan, planRelation, keepsPlan, remainingPlan, effectiveValues }
}

function planRelationOf(
  values: DetailValues,
  plan: VisitPlan,
  clock: FirmClock,
  today: string,
): DetailPlan['planRelation'] {
  const plannedDay = plannedFor(plan, clock)?.day
  const day = parseDay(values.Visited_On.trim())
  if (!plannedDay || !day || day >= plannedDay || !isMade(outcomeOf(values, plan))) return undefined
  if (values.Besides === 'instead' || values.Besides === 'besides') return values.Besides
  // A visit recorded late for an earlier day does not replace a coming plan; an early visit today does.
  return day < today && plannedDay >= today ? 'besides' : 'instead'
}
