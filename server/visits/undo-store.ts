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

export interface LastVisit {
  Last_Visited: string | null
  Last_Visit_ID: string | null
}

/** The last visit made to a customer, as the visits themselves say; not counting one that is being taken back. */
export async function lastVisitOf(tx: Tx, customerCode: string, except: string): Promise<LastVisit> {
  const row = await tx
    .selectFrom('visit')
    .select(['visit_id', 'visited_on'])
    .where('customer_code', '=', customerCode)
    .where('status', '=', 'visited')
    .where('visit_id', '<>', except)
    .orderBy('visited_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    Last_Visited: (row?.['visited_on'] ?? null) as string | null,
    Last_Visit_ID: (row?.['visit_id'] ?? null) as string | null,
  }
}
