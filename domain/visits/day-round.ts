import type { Balance } from './balance.ts'
import type { FirmClock } from './plans.ts'

/** A stop of a day's round. */
export interface Stop {
  /** From 1 on, in the order of the way. */
  position: number
  Visit_ID: string
  version: number
  Planned_At: string
  Remarks: string | null
  Assigned_To: string | null
  employeeName: string | null
  Customer_Code: string
  Customer_Name: string
  Customer_Phone: string
  Street: string
  City_Code: string
  City_Name: string
  Pin_Code: string
  /** Where it is: the customer's own place or, as good as known, that of the city. */
  Place: { at: string; of: 'customer' | 'city' } | null
  Balance: Balance | null
  /** Why, in words. */
  reasons: string[]
}

export interface DayRound extends FirmClock {
  day: string
  stops: Stop[]
  /** Somebody has put the stops in this order; otherwise it is the shortest way. */
  isByHand: boolean
  /** How long the way is in this order, and would be in that of the times; null while too few places are known. */
  kilometres: number | null
  kilometresByTime: number | null
  /** Why nobody should be visited on that day. */
  off: string | null
  isCut: boolean
  /** Where pictures of the map are; null: there are none, and the sketch stands alone. */
  tiles: string | null
}

/** The most stops a round has. */
export const mostStops = 200
