import type { StoredRecord } from '../catalogue/entity.ts'
import type { Balance } from './balance.ts'
import type { FirmClock, VisitPlan } from './plans.ts'

/** A visit among the others of its customer, with the names of people in place of their ids. */
export type TimelineVisit = StoredRecord & {
  plannedBy: string | null
  recordedBy: string | null
  assignedTo: string | null
}

/** Visits of one customer, the newest first. */
export interface Timeline {
  items: TimelineVisit[]
  next: string | null
}

export interface LookedAfter {
  From_Day: string
  Until_Day: string | null
  employeeNumber: string
  name: string
  Remarks: string | null
}

/** What visits, balances and assignments add to it is absent where the account may not read them. */
export type PlanOfCustomer = Omit<VisitPlan, 'Plan' | 'Balance' | 'Employee'> &
  Partial<Pick<VisitPlan, 'Plan' | 'Balance' | 'Employee'>>

/**
 * Everything about one customer, for one screen. A part that the account may not read is absent, which is not the same as a
 * part that is empty.
 */
export interface CustomerPage extends FirmClock {
  /** What is sensitive in it is masked. */
  customer: StoredRecord
  /** What the codes in it are called, by the field that holds the code. */
  names: Record<string, string>
  /** Where the customer is, and where the city is; null where it is not known. */
  place?: StoredRecord | null
  cityPlace?: string | null
  plan: PlanOfCustomer
  /** What was owed over time, the oldest first; one for each day the books spoke of. */
  balances?: Balance[]
  /** Who looked after the customer, the latest first. */
  assignments?: LookedAfter[]
  visits?: Timeline
}

/** A code may hold anything; and a part of an address that is only dots would lead up, so it gets a space behind it. */
export const codeInAddress = (code: string): string =>
  encodeURIComponent(/^\.{1,2}$/.test(code) ? `${code} ` : code)

export const customerPath = (code: string): string => `/customers/${codeInAddress(code)}`

/** What the history of the browser says about a dialog that was asked for on a customer's page: closing it leads back. */
export const fromCustomer = 'from the customer'
/** The same for the calendar and the day's route. */
export const fromVisits = 'from the calendar or the route'
