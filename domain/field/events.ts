/**
 * What a representative records is an event, made on the phone and sent when there is a network. Its id is a UUIDv7 made on the
 * phone and its idempotency key: the server applies it once, however often it is sent.
 */

/** The version of the format; the server accepts the versions of the last 180 days. */
export const eventVersion = 1

export const eventKinds = ['visit', 'plan', 'undo', 'photo', 'location', 'comment', 'proposal'] as const
export type EventKind = (typeof eventKinds)[number]

/** The maximum number of events in one request, and of bytes of one event. */
export const maxEventsPerRequest = 50
export const maxEventBytes = 64 * 1024

/** The customer of an event: by id, which survives a rename, or the event that proposed a new one. */
export type EventCustomer = { id: string } | { proposedBy: string }

/** The open plan that the phone showed when the event was recorded. */
export interface SeenPlan {
  Visit_ID: string
  version: number
}

/** A plan or the outcome of a visit: the members of `POST /api/v1/visits`, without those that name customer and plan. */
export type VisitEventValues = Readonly<Record<string, unknown>>

export interface ProposalValues {
  /** A new customer, or a correction of the event's customer. */
  type: 'new customer' | 'correction'
  /** The proposed values, by field of the customer; `Place` for the location. */
  values: Readonly<Record<string, string>>
  /** For a correction: the values that the phone showed, by field. */
  before: Readonly<Record<string, string | null>>
  remarks: string
}

interface ValuesOfKind {
  /** Any outcome; a missed or cancelled plan has a Status and a Reason. */
  visit: VisitEventValues
  /** A new plan, or the open plan moved. */
  plan: VisitEventValues
  /** Undoes the visit that another event recorded. */
  undo: { event: string }
  /** The image is sent separately; it belongs to the visit that another event recorded. */
  photo: { event: string }
  location: { Place: string }
  comment: { body: string }
  proposal: ProposalValues
}

interface EventOfKind<K extends EventKind> {
  id: string
  kind: K
  version: number
  /** The id of the account that recorded it. */
  account: string
  /** The id of the phone. */
  device: string
  /** When it was recorded, by the phone's clock. */
  at: string
  customer: EventCustomer | null
  /** What the phone showed: the open plan, or null for none. */
  seen: SeenPlan | null
  values: ValuesOfKind[K]
}

export type FieldEvent<K extends EventKind = EventKind> = { [Each in K]: EventOfKind<Each> }[K]

/**
 * Why the office should look at an event that was accepted:
 *
 * - `late`: it arrived more than the configured number of days after it was recorded, or it undoes a visit that arrived on
 *   another day
 * - `clock`: the phone's clock was wrong by more than five minutes
 * - `already-recorded`: another user had recorded the plan; it was stored as another visit
 * - `plan-changed`: the plan was moved, cancelled or reassigned meanwhile
 * - `merged`: the customer was merged into another one, which it was stored for
 * - `outside-scope`: the customer is no longer in the account's scope
 * - `no-customer`: the customer was deleted, or was not in the account's scope in the 30 days before the event or later; the visit
 *   is stored without a customer
 * - `dropped-values`: some values are no longer valid; they are in the remarks
 * - `unsafe-advice`: its advice is against a warning that the phone did not show, so it has no reason
 * - `not-applied`: it waited for a proposed customer and could not be applied then. A visit is stored without a customer, with its
 *   values in the remarks; the message of another event contains its values
 */
export const markKinds = [
  'late',
  'clock',
  'already-recorded',
  'plan-changed',
  'merged',
  'outside-scope',
  'no-customer',
  'dropped-values',
  'unsafe-advice',
  'not-applied',
] as const
export type MarkKind = (typeof markKinds)[number]

export interface Mark {
  kind: MarkKind
  /** The reason as a sentence. */
  message: string
}

/**
 * What became of an event:
 *
 * - `accepted`: stored; the phone may delete it
 * - `waiting`: stored, and applied when the office approves the customer it is about; the phone may delete it
 * - `refused`: not stored; it stays on the phone with the reason until it is corrected
 * - `retry`: not decided because of a temporary failure; the phone sends it again
 */
export type EventState = 'accepted' | 'waiting' | 'refused' | 'retry'
