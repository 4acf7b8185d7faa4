import { sql } from 'kysely'
import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { auditEvents, type AuditEventName } from '#domain/audit.ts'
import { mask } from '#domain/mask.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Dialect, Row, Tx } from './dialect.ts'
import type { Author } from './history-store.ts'
import { insertLater } from './later.ts'
import { escapeLike } from './like.ts'
import { firstIdAt, newId } from './new-id.ts'

interface AuditEvent {
  action: AuditEventName
  entity?: string
  record?: string
  /** Whoever it turned out to be, when the request itself came from a stranger. */
  by?: { id: string; name: string }
  details?: Readonly<Record<string, string | number>>
}

const pan = /\b[a-z]{5}\d{4}[a-z]\b/gi

/** Writes down what changes no record, in the transaction that does it. Nothing changes or deletes such a row. */
export function noteEvent(tx: Tx, author: Author, event: AuditEvent): void {
  const { action, entity, record, by, details } = event
  insertLater(tx, 'audit_event', {
    id: newId(author.now()),
    action,
    at: author.now().toISOString(),
    actor_id: by?.id ?? idOfActor(author.actor),
    actor_name: by?.name ?? nameOfActor(author.actor),
    address: author.address ?? null,
    request_id: author.requestId,
    entity: entity ?? null,
    record_id: record ?? null,
    // What somebody searched for may be a PAN.
    details: details ? JSON.stringify(details).replaceAll(pan, mask) : null,
  })
}

export interface AuditQuery {
  limit: number
  who?: string
  action?: string
  entity?: string
  record?: string
  /** A field of the entity: only where its value became another. */
  field?: string
  address?: string
  /** Moments: from the one on, and before the other. */
  from?: string
  until?: string
  /** The id of the last one seen. */
  after?: string
  /** The id of the last one to look at. */
  downTo?: string
}

/** The values of a change stand in no index: for one of them, so many changes are looked through at once. */
const reach = 20_000

/** The last change that is looked at this time, when one value is looked for; undefined where none is left behind it. */
export async function reachOf(db: Db, query: AuditQuery): Promise<Row | undefined> {
  // Of one record there are never so many.
  if (query.field === undefined || query.record !== undefined) return undefined
  let rows = db.selectFrom('history').select(['id', 'at']).where('entity', '=', query.entity!)
  if (query.after !== undefined) rows = rows.where('id', '<', query.after)
  if (query.from !== undefined) rows = rows.where('id', '>=', firstIdAt(Date.parse(query.from)))
  if (query.until !== undefined) rows = rows.where('at', '<', query.until)
  return rows
    .orderBy('id', 'desc')
    .limit(1)
    .offset(reach - 1)
    .executeTakeFirst()
}

/** Both books, the newest first: each is read from the end of its key, and the two are put together. */
export async function readAudit(db: Db, dialect: Dialect, query: AuditQuery): Promise<Row[]> {
  const { action } = query
  const isEvent = action !== undefined && Object.hasOwn(auditEvents, action)
  // What changed no record changed no field of one.
  if (isEvent && query.field !== undefined) return []
  const books =
    action === undefined && query.field === undefined
      ? ['history', 'audit_event']
      : [isEvent ? 'audit_event' : 'history']
  const found = await Promise.all(books.map(async (book) => readBook(db, dialect, book, query)))
  const newestFirst = found
    .flat()
    .toSorted((one, other) => (String(one['id']) < String(other['id']) ? 1 : -1))
  return newestFirst.slice(0, query.limit)
}

function readBook(db: Db, dialect: Dialect, book: string, query: AuditQuery): Promise<Row[]> {
  let rows = db.selectFrom(book).selectAll().orderBy('id', 'desc').limit(query.limit)
  if (query.after !== undefined) rows = rows.where('id', '<', query.after)
  if (query.downTo !== undefined) rows = rows.where('id', '>=', query.downTo)
  if (query.action === 'password')
    rows = rows.where('entity', '=', 'account').where('after_values', 'like', '%"password":"%')
  else if (query.action !== undefined) rows = rows.where('action', '=', query.action)
  if (query.entity !== undefined) rows = rows.where('entity', '=', query.entity)
  if (query.record !== undefined) rows = rows.where('record_id', '=', query.record)
  if (query.address !== undefined) rows = rows.where('address', '=', query.address)
  if (query.who !== undefined)
    rows = rows.where(
      sql<boolean>`${dialect.folded(sql.ref('actor_name'))} like ${`%${escapeLike(foldText(query.who))}%`} escape '\\'`,
    )
  // Ids are made in the order of time, and ahead of it where a clock was set back: the key says where to stop reading.
  if (query.from !== undefined)
    rows = rows.where('at', '>=', query.from).where('id', '>=', firstIdAt(Date.parse(query.from)))
  if (query.until !== undefined) rows = rows.where('at', '<', query.until)
  // Last, since SQLite asks in this order and reading the values costs the most.
  if (query.field !== undefined) {
    const [was, is] = ['before_values', 'after_values'].map((column) => dialect.valueIn(column, query.field!))
    rows = rows
      .where('before_values', 'is not', null)
      .where('after_values', 'is not', null)
      .where(sql<boolean>`(${was}) is distinct from (${is})`)
  }
  return rows.execute()
}
