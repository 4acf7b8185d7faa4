import { sql } from 'kysely'
import type { Db, Tx } from '../store/dialect.ts'
import { maxMerges } from '../store/records/former-codes.ts'
import type { Tables } from '../store/tables/tables.ts'

export type StoredDocument = Omit<Tables['document'], 'content'>

const columns = [
  'id',
  'entity',
  'record_id',
  'name',
  'media_type',
  'size',
  'hash',
  'account_id',
  'by_name',
  'at',
  'deleted_at',
] as const

/** Newest first, without the deleted ones. */
export const documentsOf = (db: Db, entity: string, ids: readonly string[]): Promise<StoredDocument[]> =>
  db
    .selectFrom('document')
    .select(columns)
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export const findDocument = (db: Db, id: string): Promise<StoredDocument | undefined> =>
  db.selectFrom('document').select(columns).where('id', '=', id.toLowerCase()).executeTakeFirst()

export async function contentOf(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('document').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

export async function insertDocument(tx: Tx, document: StoredDocument, content: Uint8Array): Promise<void> {
  await tx
    .insertInto('document')
    .values({ ...document, content: sql<Uint8Array>`${content}` })
    .execute()
}

/** Deletes the document, or restores it with null; false when it is already so. */
export async function setDeleted(tx: Tx, id: string, at: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The id, and those of the records that were merged into it, directly or through others. */
export async function idsMergedInto(db: Db, entity: string, id: string): Promise<string[]> {
  const ids = new Set([id])
  let last = [id]
  for (let merges = 0; last.length > 0 && merges < maxMerges; merges++) {
    const rows = await db
      .selectFrom('former_code')
      .select('former_id')
      .where('entity', '=', entity)
      .where('record_id', 'in', last)
      .where('reason', '=', 'merged')
      .execute()
    last = rows.map((row) => row.former_id).filter((each) => !ids.has(each))
    for (const each of last) ids.add(each)
  }
  return [...ids]
}

const keptFor = 30 * 86_400_000

/** Deletes the content of documents that were deleted 30 days ago. */
export async function deleteOldDocuments(tx: Tx, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - keptFor).toISOString()
  await tx.deleteFrom('document').where('deleted_at', '<', cutoff).execute()
}
