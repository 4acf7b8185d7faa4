import type { StoredRecord } from '../catalogue/entity.ts'
import type { FirmClock } from './plans.ts'

/** The levels of the territory, the highest first, each with the field by which a customer names it. */
export const territoryLevels = [
  { level: 'zone', field: 'Zone_Code', words: 'Zone' },
  { level: 'state', field: 'State_Code', words: 'State' },
  { level: 'pool', field: 'Pool_Code', words: 'Pool' },
  { level: 'station', field: 'Station_Code', words: 'Station' },
  { level: 'city', field: 'City_Code', words: 'City' },
] as const

export type TerritoryLevel = (typeof territoryLevels)[number]['level']

/** What a part of the territory is looked at by: the level below it, and a city by itself. */
export function levelBelow(field: string | undefined): TerritoryLevel {
  const at = territoryLevels.findIndex((each) => each.field === field)
  return territoryLevels[Math.min(at + 1, territoryLevels.length - 1)]!.level
}

/** Every customer is one of three: seen in time (due today or later), overdue, or never visited. */
export interface Coverage {
  customers: number
  seen: number
  overdue: number
  never: number
}

/** In rupees. */
export interface MoneyOwed {
  receivable: number
  overdue: number
  /** How many customers have something overdue. */
  debtors: number
}

export interface Territory {
  level: TerritoryLevel
  code: string
  name: string
}

/** Monday to Sunday. */
export interface WeekOfVisits {
  from: string
  to: string
  inPerson: number
  byPhone: number
  missed: number
}

/** The firm, or a part of its territory, in numbers. */
export interface Glance {
  /** The moment the numbers are of. */
  at: string
  today: string
  timeZone: string
  /** The part that is looked at, from the top down to itself; empty: the whole firm. */
  within: Territory[]
  level: TerritoryLevel
  coverage: Coverage
  money: MoneyOwed & { oldestAsOf: string | null }
  /** As many as `overdueAges`, in their order. */
  ages: number[]
  /** The parts with most overdue customers first; `further` are left out. */
  territories: (Territory & { coverage: Coverage; money: MoneyOwed })[]
  further: number
  /** Who looks after customers today; null: nobody does. */
  employees: { employee: { employeeNumber: string; name: string } | null; coverage: Coverage }[]
  /** The last of them is the one today is in. */
  weeks: WeekOfVisits[]
  /** Crops advised in the last 365 days, the most advised first. */
  advice: { crop: string; season: string | null; visits: number }[]
  adviceFrom: string
}

/** A visit as a list shows it: the record, and the names of whom it concerns. */
export type LoggedVisit = StoredRecord & {
  Customer_Name: string | null
  Assigned_Name: string | null
  Planned_Name: string | null
  Recorded_Name: string | null
}

export interface VisitLog extends FirmClock {
  items: LoggedVisit[]
  next: string | null
  total?: number
}
