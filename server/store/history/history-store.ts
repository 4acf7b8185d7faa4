import { idOfActor, nameOfActor, type Actor } from '#domain/access/actor.ts'
import { mask } from '#domain/mask.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { isRecordValues } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { Db, Tx } from '../dialect.ts'
import { newId } from '../new-id.ts'
import { deferInsert, deferStamp } from '../deferred-writes.ts'
import { logChange, logKey } from '../changes/log-change.ts'

/** The author of a change, stored with every change. */
export interface Author {
  actor: Actor
  requestId: string | null
  now: () => Date
  /** The client's address; undefined for work without a request. */
  address?: string
  /** The batch it belongs to, if any. */
  batchId?: string
  /** The current day of the firm; UTC if undefined. */
  today?: () => string
}

export const dayOfAuthor = ({ today, now }: Author): string => today?.() ?? now().toISOString().slice(0, 10)

export type HistoryAction = 'create' | 'update' | 'delete' | 'restore'

export interface HistoryEntry<V = RecordValues> {
  version: number
  action: HistoryAction
  at: string
  by: string
  before: V | null
  after: V | null
  /** The batch it was part of. */
  batch: string | null
}

interface Change {
  id: string
  version: number
  action: HistoryAction
  /** The record, or its values as JSON text if already known. */
  before: StoredRecord | string | null
  after: StoredRecord | string | null
  /** The values before and after, if they are passed as text. */
  values?: readonly [before: Readonly<RecordValues>, after: Readonly<RecordValues>]
}

/** The values of a record as stored in the history. */
export function valuesAsText(entity: Entity, record: Readonly<RecordValues>): string {
  const values: RecordValues = {}
  for (const name in entity.fields) values[name] = record[name]!
  return JSON.stringify(values)
}

/** The values that `valuesAsText` wrote. */
export const valuesIn = (text: string): RecordValues => parseJson(text, isRecordValues)

/** A setting that is stamped with every change that affects access; read with every session. */
export const accessMark = 'access mark'

/** The entities that rights and scopes depend on; territory entities because their codes can be renamed. */
const accessEntities = new Set(
  [
    'account roleRights apiToken role userRole staffUser application jobFunction',
    'employee zone state pool station city',
  ].flatMap((names) => names.split(' ')),
)

const valuesOf = (record: StoredRecord | string | null): RecordValues | null =>
  typeof record === 'string' ? valuesIn(record) : record

/** Accounts, rights and tokens have a history too, but no part in the change feed. */
const isCatalogued = ({ name }: Entity): boolean => Object.hasOwn(entities, name)

/** Records who changed what, in the same transaction; rows are append-only. */
export function writeHistory(tx: Tx, entity: Entity, author: Author, change: Change): void {
  const [valuesBefore, valuesAfter] = change.values ?? [valuesOf(change.before), valuesOf(change.after)]
  const id = newId(author.now())
  logChange(tx, entity, change.id, valuesBefore, valuesAfter)
  logKey(tx, isCatalogued(entity) ? 'record' : 'audit', id)
  const values = (record: StoredRecord | string | null): string | null =>
    record === null || typeof record === 'string' ? record : valuesAsText(entity, record)
  if (accessEntities.has(entity.name)) deferStamp(tx, accessMark)
  deferInsert(tx, 'history', {
    id,
    entity: entity.name,
    record_id: change.id,
    version: change.version,
    action: change.action,
    at: author.now().toISOString(),
    actor_id: idOfActor(author.actor),
    actor_name: nameOfActor(author.actor),
    request_id: author.requestId,
    before_values: values(change.before),
    after_values: values(change.after),
    batch_id: author.batchId ?? null,
    address: author.address ?? null,
  })
}

export interface OwnChange {
  entity: string
  recordId: string
  action: HistoryAction
  at: string
}

/** How many changes of an account are read; an import of thousands of rows before them hides older ones. */
const maxChanges = 500
const maxOwnChanges = 60

/** The last changes of an account one by one, the newest first; not those of bulk changes. */
export async function changesBy(db: Db, account: string): Promise<OwnChange[]> {
  const newest = db
    .selectFrom('history')
    .select(['id', 'entity', 'record_id', 'action', 'at', 'batch_id'])
    .where('actor_id', '=', account)
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .as('newest')
  const rows = await db
    .selectFrom(newest)
    .selectAll()
    .where('batch_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxOwnChanges)
    .execute()
  return rows.map(({ entity, record_id: recordId, action, at }) => ({ entity, recordId, action, at }))
}

/** Differs after every change of any record on any instance; read from the primary key. */
export async function lastChange(db: Db): Promise<string> {
  const row = await db.selectFrom('history').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? ''
}

export async function readHistory(db: Db, entity: Entity, id: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('entity', '=', entity.name)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(500)
    .execute()
  const parse = (cell: string | null): RecordValues | null => {
    if (cell === null) return null
    const values = valuesIn(cell)
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.sensitive && values[name]) values[name] = mask(showPlain(values[name]))
    }
    return values
  }
  return rows.map((row) => ({
    version: row.version,
    action: row.action,
    at: row.at,
    by: row.actor_name,
    before: parse(row.before_values),
    after: parse(row.after_values),
    batch: row.batch_id,
  }))
}

/** A version of a record, unmasked: null if it was deleted, undefined if there is no such version. */
export async function readVersion(
  db: Db,
  entity: Entity,
  id: string,
  version: number,
): Promise<RecordValues | null | undefined> {
  const row = await db
    .selectFrom('history')
    .select('after_values')
    .where('entity', '=', entity.name)
    .where('record_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && (row.after_values === null ? null : valuesIn(row.after_values))
}
