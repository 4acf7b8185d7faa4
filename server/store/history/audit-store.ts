import { sql } from 'kysely'
import { idOfActor, nameOfActor } from '#domain/access/actor.ts'
import { auditEvents, type AuditEventName } from '#domain/audit.ts'
import { mask } from '#domain/mask.ts'
import { foldText } from '#domain/text.ts'
import { dynamic, type Db, type Dialect, type Tx } from '../dialect.ts'
import type { Author } from './history-store.ts'
import { deferInsert } from '../deferred-writes.ts'
import { logKey } from '../changes/log-change.ts'
import { escapeLike } from '../query/like.ts'
import { firstIdAt, newId } from '../new-id.ts'
import type { Tables } from '../tables/tables.ts'

interface AuditEvent {
  /** Given if other rows name it. */
  id?: string
  action: AuditEventName
  entity?: string
  record?: string
  /** The account found during the request, if the request itself was anonymous. */
  by?: { id: string; name: string }
  details?: Readonly<Record<string, string | number>>
}

const pan = /\b[a-z]{5}\d{4}[a-z]\b/gi

/** Records an event that changes no record, in the same transaction; rows are append-only. */
export function recordEvent(tx: Tx, author: Author, event: AuditEvent): void {
  const { action, entity, record, by, details } = event
  const id = event.id ?? newId(author.now())
  logKey(tx, 'audit', id)
  deferInsert(tx, 'audit_event', {
    id,
    action,
    at: author.now().toISOString(),
    actor_id: by?.id ?? idOfActor(author.actor),
    actor_name: by?.name ?? nameOfActor(author.actor),
    address: author.address ?? null,
    request_id: author.requestId,
    entity: entity ?? null,
    record_id: record ?? null,
    // A search term may be a PAN.
    details: details ? JSON.stringify(details).replaceAll(pan, mask) : null,
  })
}

export interface AuditQuery {
  limit: number
  who?: string
  action?: string
  entity?: string
  record?: string
  /** A field of the entity: only changes of its value. */
  field?: string
  address?: string
  /** Instants: inclusive start and exclusive end. */
  from?: string
  until?: string
  /** Cursor: the id of the last entry of the previous page. */
  after?: string
  /** The id at which the scan stops. */
  downTo?: string
}

type Values = Pick<Tables['history'], 'before_values' | 'after_values'>

/** A row of the history, or of the events. */
export type AuditRow = Omit<Tables['audit_event'], 'details'> &
  Partial<Values & Pick<Tables['audit_event'], 'details'>>

/** Values are not indexed, so a search by field scans this many changes per request. */
const maxScanned = 20_000

/** The last change to scan in this request when searching by field; undefined if the scan reaches the end. */
export async function findScanEnd(
  db: Db,
  query: AuditQuery,
): Promise<Pick<AuditRow, 'id' | 'at'> | undefined> {
  // One record never has that many changes.
  if (query.field === undefined || query.record !== undefined) return undefined
  let rows = db.selectFrom('history').select(['id', 'at']).where('entity', '=', query.entity!)
  if (query.after !== undefined) rows = rows.where('id', '<', query.after)
  if (query.from !== undefined) rows = rows.where('id', '>=', firstIdAt(Date.parse(query.from)))
  if (query.until !== undefined) rows = rows.where('at', '<', query.until)
  return rows
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxScanned - 1)
    .executeTakeFirst()
}

/** Merges both tables, newest first; each is read backwards along its primary key. */
export async function readAudit(db: Db, dialect: Dialect, query: AuditQuery): Promise<AuditRow[]> {
  const { action } = query
  const isEvent = action !== undefined && Object.hasOwn(auditEvents, action)
  // Events do not change fields.
  if (isEvent && query.field !== undefined) return []
  const tables =
    action === undefined && query.field === undefined
      ? ['history', 'audit_event']
      : [isEvent ? 'audit_event' : 'history']
  const found = await Promise.all(tables.map(async (table) => readTable(db, dialect, table, query)))
  const newestFirst = found.flat().toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newestFirst.slice(0, query.limit)
}

function readTable(db: Db, dialect: Dialect, table: string, query: AuditQuery): Promise<AuditRow[]> {
  let rows = dynamic(db).selectFrom(table).selectAll().orderBy('id', 'desc').limit(query.limit)
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
  // Ids are ordered by time, or ahead of it after a clock was set back, so a range of ids bounds the scan.
  if (query.from !== undefined)
    rows = rows.where('at', '>=', query.from).where('id', '>=', firstIdAt(Date.parse(query.from)))
  if (query.until !== undefined) rows = rows.where('at', '<', query.until)
  // Last, because SQLite evaluates in this order and parsing the values is the most expensive.
  if (query.field !== undefined) {
    const [before, after] = ['before_values', 'after_values'].map((column) =>
      dialect.valueIn(column, query.field!),
    )
    rows = rows
      .where('before_values', 'is not', null)
      .where('after_values', 'is not', null)
      .where(sql<boolean>`(${before}) is distinct from (${after})`)
  }
  return rows.$castTo<AuditRow>().execute()
}
