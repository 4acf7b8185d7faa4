import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Db } from '../store/dialect.ts'

export interface BinRow {
  entity: string
  id: string
  record: StoredRecord
  deletedAt: string
  deletedBy: string
}

/** Where a page goes on. */
export interface BinPlace {
  deletedAt: string
  id: string
}

/** Deleted records of some kinds, the latest first; who did it stands in the history. */
export async function readBin(
  db: Db,
  { entities, after, limit }: { entities: readonly string[]; after?: BinPlace; limit: number },
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
    entity: String(row['entity']),
    id: String(row['record_id']),
    record: JSON.parse(String(row['cells'])) as StoredRecord,
    deletedAt: String(row['deleted_at']),
    deletedBy: String(row['actor_name'] ?? ''),
  }))
}
