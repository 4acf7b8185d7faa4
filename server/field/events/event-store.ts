import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { nameOfActor } from '#domain/access/actor.ts'
import type { EventResult } from '#domain/api/field/events.ts'
import type { FieldEvent, Mark } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Context } from '../../core/context.ts'
import { deferInsert } from '../../store/deferred-writes.ts'
import type { Db, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'

export type EventRow = Tables['field_event']

/** An event as it is stored: also with the moment it was recorded, corrected by the error of the phone's clock. */
export type StoredEvent = FieldEvent & { correctedAt: string }

/** What became of an event, as it is stored and answered. */
export interface Outcome {
  state: 'accepted' | 'waiting'
  message: string | null
  marks: readonly Mark[]
  visit: EventResult['visit']
  customerId: string | null
  /** The event of the proposal that it waits for. */
  waitsFor: string | null
}

export const accepted: Outcome = {
  state: 'accepted',
  message: null,
  marks: [],
  visit: null,
  customerId: null,
  waitsFor: null,
}

/** Equal for an event that is sent again, whatever the order of its members. */
export const hashOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortMembers(content)))
    .digest('hex')

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, sortMembers(value[name])])
}

/** The result that was stored with an event. */
export const resultOf = ({ result }: Pick<EventRow, 'result'>): EventResult =>
  parseJson(result, (value): value is EventResult => isObject(value) && 'state' in value)

export const storedEventOf = ({ content }: Pick<EventRow, 'content'>): StoredEvent =>
  parseJson(content, (value): value is StoredEvent => isObject(value) && 'correctedAt' in value)

export const marksOf = ({ marks }: Pick<EventRow, 'marks'>): Mark[] =>
  marks === null ? [] : parseJson(marks, (value): value is Mark[] => Array.isArray(value))

export async function findEvents(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, EventRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('field_event').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const findEvent = async (db: Db, id: string): Promise<EventRow | undefined> =>
  (await findEvents(db, [id])).get(id)

/**
 * An event that another one changes. While it waits for a proposal, the proposal is locked: a decision at the same time comes
 * before, and is seen here, or after, and sees what this transaction writes.
 */
export async function findEventToChange(
  { store }: Pick<Context, 'store'>,
  tx: Tx,
  id: string,
): Promise<EventRow | undefined> {
  const row = await findEvent(tx, id)
  if (!row || row.waits_for === null || row.state !== 'waiting') return row
  const proposal = tx.selectFrom('proposal').select('id').where('id', '=', row.waits_for)
  await proposal.modifyEnd(sql.raw(store.dialect.updateLock)).execute()
  return findEvent(tx, id)
}

/** The photos of an account that wait with their visits. */
export async function countWaitingPhotos(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('field_event')
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('kind', '=', 'photo')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Stores the event in the transaction of what it changes: the primary key ensures that it is applied once. */
export function insertEvent(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  tx: Tx,
  event: StoredEvent,
  contentHash: string,
  outcome: Outcome,
): EventResult {
  const result = toResult(event.id, outcome)
  deferInsert(tx, 'field_event', {
    id: event.id,
    reference: referenceOf(event.id),
    kind: event.kind,
    account_id: event.account,
    by_name: nameOfActor(actor),
    device_id: event.device.toLowerCase(),
    recorded_at: event.at,
    received_at: now().toISOString(),
    content_hash: contentHash,
    content: JSON.stringify(event),
    seen_at: null,
    seen_by: null,
    ...cellsOf(outcome, result),
  })
  return result
}

/** Stores what became of an event that waited. */
export async function updateEvent(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  const cells = cellsOf(outcome, toResult(id, outcome))
  await tx.updateTable('field_event').set(cells).where('id', '=', id).execute()
}

const cellsOf = ({ state, marks, visit, customerId, waitsFor }: Outcome, result: EventResult) => ({
  customer_id: customerId,
  visit_id: visit?.id ?? null,
  state,
  result: JSON.stringify(result),
  marks: marks.length > 0 ? JSON.stringify(marks) : null,
  waits_for: waitsFor,
})

const toResult = (id: string, { state, message, marks, visit }: Outcome): EventResult => ({
  id,
  state,
  message,
  marks: [...marks],
  visit,
})
