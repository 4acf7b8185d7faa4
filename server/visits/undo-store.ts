import type { entities, EntityName } from '#domain/catalogue/catalogue.ts'
import type { ValuesOf } from '#domain/catalogue/entity.ts'
import type { Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

/** One change of a record, with the request that made it. */
export interface HistoryChange<N extends EntityName> {
  version: number
  action: Tables['history']['action']
  requestId: string | null
  actorId: string | null
  before: ValuesOf<(typeof entities)[N]> | null
  after: ValuesOf<(typeof entities)[N]> | null
}

/** The history of a record, newest first. */
export async function changesOf<N extends EntityName>(
  tx: Tx,
  entity: N,
  recordId: string,
): Promise<HistoryChange<N>[]> {
  const rows = await tx
    .selectFrom('history')
    .select(['version', 'action', 'request_id', 'actor_id', 'before_values', 'after_values'])
    .where('entity', '=', entity)
    .where('record_id', '=', recordId)
    .orderBy('version', 'desc')
    .limit(500)
    .execute()
  const valuesIn = (cell: string | null): HistoryChange<N>['before'] =>
    cell === null ? null : JSON.parse(cell)
  return rows.map((row) => ({
    version: row.version,
    action: row.action,
    requestId: row.request_id,
    actorId: row.actor_id,
    before: valuesIn(row.before_values),
    after: valuesIn(row.after_values),
  }))
}
