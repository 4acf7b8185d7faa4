import type { Balance } from '../balances/balance.ts'

/** What a phone holds of a customer. Members that the account may not read are absent. */
export interface PackCustomer {
  id: string
  code: string
  name: string
  phone: string
  street: string
  cityCode: string
  city: string
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
  /** The last visits made, the newest first. */
  visits?: readonly PackVisit[]
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
  assignedTo: string | null
  /** Whether it is assigned to the account's employee, or was planned by the account for no employee. */
  isMine: boolean
}

export interface PackVisit {
  Visit_ID: string
  on: string
  by: string | null
  feedback: string | null
  season: string | null
  crops: readonly string[]
  materials: readonly string[]
  /** The suggested next visit (an instant). */
  next: string | null
  contactMode: string | null
}

/** Masters that a visit needs, and the mappings that advice follows from. Names, as visits store them. */
export interface PackMasters {
  seasons: readonly string[]
  crops: readonly string[]
  materials: readonly string[]
  /** Rows of the crop-soil-season mapping, and of the crop-material mapping. */
  suits: readonly { soil: string; crop: string; season: string }[]
  supplies: readonly { crop: string; material: string }[]
  /** What a proposal of a new customer chooses from. */
  soils: readonly string[]
  cities: readonly { code: string; name: string }[]
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
