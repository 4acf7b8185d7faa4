import type { RecordValues } from '#domain/catalogue/entity.ts'
import type { Tx } from '../store/dialect.ts'

/** One change of a record, with the request it was made by. */
export interface Trace {
  version: number
  action: 'create' | 'update' | 'delete' | 'restore'
  requestId: string | null
  actorId: string | null
  before: RecordValues | null
  after: RecordValues | null
}

/** The changes of a record, the newest first. */
export async function tracesOf(tx: Tx, entity: string, recordId: string): Promise<Trace[]> {
  const rows = await tx
    .selectFrom('history')
    .select(['version', 'action', 'request_id', 'actor_id', 'before_values', 'after_values'])
    .where('entity', '=', entity)
    .where('record_id', '=', recordId)
    .orderBy('version', 'desc')
    .limit(500)
    .execute()
  const valuesIn = (cell: unknown): RecordValues | null =>
    cell === null ? null : (JSON.parse(String(cell)) as RecordValues)
  return rows.map((row) => ({
    version: Number(row['version']),
    action: row['action'] as Trace['action'],
    requestId: row['request_id'] as string | null,
    actorId: row['actor_id'] as string | null,
    before: valuesIn(row['before_values']),
    after: valuesIn(row['after_values']),
  }))
}
