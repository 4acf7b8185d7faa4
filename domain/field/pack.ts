import type { Ban, Dose, CropOnField } from '../advice/guard.ts'
import type { Tally } from '../advice/results.ts'
import type { Balance } from '../balances/balance.ts'
import type { Licence } from '../licences/licences.ts'
import type { LastPromise } from '../visits/reasons.ts'
import type { Holiday, Weekday } from '../visits/working-days.ts'

/** What a phone holds of a customer. Members that the account may not read are absent. */
export interface PackCustomer {
  id: string
  code: string
  name: string
  /** The second name, if it has one; phones of earlier versions do not know it. */
  localName?: string
  phone: string
  street: string
  /** The code of the state, whose holidays apply. */
  state: string
  cityCode: string
  city: string
  cityLocalName?: string
  pin: string
  soil: string
  /** The days between visits. */
  visitInDays: number
  /** The day of the last visit. */
  lastVisited: string | null
  /** Coordinates, and whether they are the customer's own or those of the city. */
  place: { at: string; of: 'customer' | 'city' } | null
  /** The open plan. */
  plan?: PackPlan | null
  balance?: Balance | null
  /** What it may owe; absent: no limit, or a pack of an earlier version. */
  creditLimit?: number
  /** What it promised to pay last, unless it was kept. */
  promise?: LastPromise
  /** The last visits made, the newest first; the first one is the last visit if it is of the day `lastVisited`. */
  visits?: readonly PackVisit[]
  /** Crops on its fields that are reaped in the future, or were in the last weeks. Absent if there are none. */
  lots?: readonly CropOnField[]
  /** Its licences that expire, without those that were replaced. Absent if there are none. */
  licences?: readonly Licence[]
  /** Whether it is assigned to the account's employee today. */
  isMine: boolean
}

export interface PackPlan {
  Visit_ID: string
  version: number
  /** Planned_At. */
  at: string
  remarks: string | null
  /** The position in the day route, when it was set by hand. */
  order: number | null
  /** The employee by name, or by number if the account may not read the name. */
  assignedTo: string | null
  /** Whether it is assigned to the account's employee, or was planned by the account for no employee. */
  isMine: boolean
}

export interface PackVisit {
  Visit_ID: string
  on: string
  /** The employee it was assigned to (the number, if the account may not read the name), otherwise the account that recorded it. */
  by: string | null
  feedback: string | null
  season: string | null
  crops: readonly string[]
  materials: readonly string[]
  /** The suggested next visit (an instant). */
  next: string | null
  contactMode: string | null
  /** The title of the meeting that it was part of. */
  group?: string
}

/** Masters that a visit needs, and the mappings that advice follows from. Names, as visits store them. */
export interface PackMasters {
  seasons: readonly string[]
  crops: readonly string[]
  materials: readonly string[]
  /** Rows of the crop-soil-season mapping, and of the crop-material mapping, with the code of the crop: several can share a name. */
  suits: readonly { soil: string; crop: string; season: string; code: string }[]
  supplies: readonly ({ crop: string; material: string; code: string } & Dose)[]
  /** Banned materials by name. Absent in the pack of an earlier version. */
  bans?: Readonly<Record<string, Ban>>
  /** What a proposal of a new customer chooses from; the cities are those of the states of the customers. */
  soils: readonly string[]
  cities: readonly { code: string; name: string; localName?: string }[]
  /** The second names of seasons, crops, materials and soils, by name. Absent in the pack of an earlier version. */
  localNames?: Readonly<Record<string, string>>
  /** Employees who may have come along; absent in the pack of an earlier version, and if the account may not read employees. */
  colleagues?: readonly Colleague[]
  /** The name of the firm, for slips. Absent in the pack of an earlier version. */
  firm?: string
  /** How often materials helped, by name. Absent in the pack of an earlier version. */
  results?: Readonly<Record<string, Tally>>
  /** Days without visits, from the beginning of the year. */
  weeklyOffs: readonly Weekday[]
  holidays: readonly Holiday[]
}

export interface Colleague {
  number: string
  name: string
}

/** A proposal of the account, as the office decided it. */
export interface PackProposal {
  /** The id of its event. */
  event: string
  state: 'open' | 'approved' | 'refused'
  /** The reason of a refusal, or what the office changed. */
  note: string | null
  /** The customer, once approved. */
  customer: string | null
  decidedAt: string | null
}

/** The account that the phone belongs to. */
export interface PackAccount {
  id: string
  username: string
  employee: { number: string; name: string } | null
}
