import type { Balance } from './balance.ts'

/** `due`: the most overdue first. `planned`: those with an open plan first, by its time, then the most overdue. */
export const planOrders = ['due', 'planned'] as const
export type PlanOrder = (typeof planOrders)[number]

/** How long ago a visit should have been, in days, and the state that asks for exactly those. */
export const overdueAges = [
  { state: 'overdue-7', from: 1, to: 7, words: '1–7 days ago' },
  { state: 'overdue-30', from: 8, to: 30, words: '8–30 days ago' },
  { state: 'overdue-90', from: 31, to: 90, words: '31–90 days ago' },
  { state: 'overdue-more', from: 91, to: null, words: 'more than 90 days ago' },
] as const

/** Whoever was never visited is due today. `seen`: visited in time, so that the next visit is due today or later. */
export const dueStates = [
  'overdue',
  'today',
  'week',
  'later',
  'never',
  'seen',
  ...overdueAges.map(({ state }) => state),
] as const
export type DueState = (typeof dueStates)[number]

/** `overdue`: something is past its day. `owing`: something is to be paid. `clear`: nothing is, or nothing is known. */
export const balanceStates = ['overdue', 'owing', 'clear'] as const
export type BalanceState = (typeof balanceStates)[number]

/** A customer as the screens of visits show one. */
export interface VisitPlan {
  Customer_Code: string
  Customer_Name: string
  City_Code: string
  Visit_In_Days: number
  Last_Visited: string | null
  Recommended_Date: string
  /** Negative: not yet due. */
  Days_Since_Visit_Pending: number
  /** The open plan. */
  Plan: {
    Visit_ID: string
    version: number
    Planned_At: string
    Remarks: string | null
    Assigned_To: string | null
  } | null
  /** What the books said last; null when they never said anything. */
  Balance: Balance | null
  /** Who looks after the customer today. */
  Employee: { employeeNumber: string; name: string } | null
}

/** The calendar and clock of the firm, which need not be those of the browser; `Planned_At` is shown in them. */
export interface FirmClock {
  today: string
  timeZone: string
}

export interface VisitPlans extends FirmClock {
  items: VisitPlan[]
  next: string | null
}

/** What became of a plan for several customers, in their order. */
export interface BulkPlanned extends FirmClock {
  planned: { Customer_Code: string; Visit_ID: string; Planned_At: string; wasMoved: boolean }[]
}
