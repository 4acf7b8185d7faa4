import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Db } from '../store/dialect.ts'

export interface BinRow {
  entity: string
  id: string
  record: StoredRecord
  deletedAt: string
  deletedBy: string
}

/** The position after which a page starts. */
export interface BinCursor {
  deletedAt: string
  id: string
}

/** Deleted records of these entities, newest first; the account that deleted them is in the history. */
export async function readBin(
  db: Db,
  { entities, after, limit }: { entities: readonly string[]; after?: BinCursor; limit: number },
): Promise<BinRow[]> {
  let query = db
    .selectFrom('bin')
    .leftJoin('history', (join) =>
      join
        .onRef('history.entity', '=', 'bin.entity')
        .onRef('history.record_id', '=', 'bin.record_id')
        .onRef('history.version', '=', 'bin.version'),
    )
    .select(['bin.entity', 'bin.record_id', 'bin.cells', 'bin.deleted_at', 'history.actor_name'])
    .where('bin.entity', 'in', entities)
  if (after)
    query = query.where((is) =>
      is.or([
        is('bin.deleted_at', '<', after.deletedAt),
        is.and([is('bin.deleted_at', '=', after.deletedAt), is('bin.record_id', '<', after.id)]),
      ]),
    )
  const rows = await query
    .orderBy('bin.deleted_at', 'desc')
    .orderBy('bin.record_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    entity: row.entity,
    id: row.record_id,
    record: parseJson(row.cells, isStoredRecord),
    deletedAt: row.deleted_at,
    deletedBy: row.actor_name ?? '',
  }))
}
