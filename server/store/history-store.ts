import { idOfActor, nameOfActor, type Actor } from '#domain/access/actor.ts'
import { mask } from '#domain/mask.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Db, Tx } from './dialect.ts'
import { newId } from './new-id.ts'
import { insertLater, stampLater } from './later.ts'

/** On whose behalf something is written: it stands beside every change. */
export interface Author {
  actor: Actor
  requestId: string | null
  now: () => Date
  /** Where the request came from; not said of work without a request. */
  address?: string
  /** What it is part of, when more is changed at once. */
  batchId?: string
  /** The day where the firm is; by UTC where it is not said. */
  today?: () => string
}

export const dayOfAuthor = ({ today, now }: Author): string => today?.() ?? now().toISOString().slice(0, 10)

export type HistoryAction = 'create' | 'update' | 'delete' | 'restore'

export interface HistoryEntry {
  version: number
  action: HistoryAction
  at: string
  by: string
  before: RecordValues | null
  after: RecordValues | null
  /** The change at once it was part of. */
  batch: string | null
}

interface Change {
  id: string
  version: number
  action: HistoryAction
  before: StoredRecord | null
  after: StoredRecord | null
}

/** Changes with every change of what decides who may do and see what; read with every session. */
export const accessMark = 'access mark'

/** What rights and territories are made of. Places count for their codes, which can be renamed. */
const decidesAccess = new Set(
  [
    'account roleRights apiToken role userRole staffUser application jobFunction',
    'employee zone state pool station city',
  ].flatMap((names) => names.split(' ')),
)

/** Writes who did what, in the transaction that does it. Nothing in the house changes or deletes such a row. */
export function writeHistory(tx: Tx, entity: Entity, author: Author, change: Change): void {
  const values = (record: StoredRecord | null): string | null =>
    record &&
    JSON.stringify(Object.fromEntries(Object.keys(entity.fields).map((name) => [name, record[name]])))
  if (decidesAccess.has(entity.name)) stampLater(tx, accessMark)
  insertLater(tx, 'history', {
    id: newId(author.now()),
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

/** Another text after every change of a record, whichever instance made it; read along the primary key. */
export async function lastChange(db: Db): Promise<string> {
  const row = await db.selectFrom('history').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return String(row?.['id'] ?? '')
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
  const parse = (cell: unknown): RecordValues | null => {
    if (cell === null) return null
    const values = JSON.parse(String(cell)) as RecordValues
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.sensitive && values[name]) values[name] = mask(String(values[name]))
    }
    return values
  }
  return rows.map((row) => ({
    version: Number(row['version']),
    action: row['action'] as HistoryAction,
    at: String(row['at']),
    by: String(row['actor_name']),
    before: parse(row['before_values']),
    after: parse(row['after_values']),
    batch: row['batch_id'] as string | null,
  }))
}

/** The record as a version left it, nothing masked: null where it was deleted, undefined where there is no such version. */
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
  const values = row?.['after_values']
  return typeof values === 'string' ? (JSON.parse(values) as RecordValues) : row && null
}
