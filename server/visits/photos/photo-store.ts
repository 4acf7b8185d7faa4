import { sql, type SqlBool } from 'kysely'
import type { Condition, Db, Tx } from '../../store/dialect.ts'

export interface Photo {
  id: string
  accountId: string | null
  mediaType: string
  content: Uint8Array
  createdAt: string
}

export async function insertPhoto(tx: Tx, photo: Photo): Promise<void> {
  await tx
    .insertInto('photo')
    .values({
      id: photo.id,
      account_id: photo.accountId,
      media_type: photo.mediaType,
      content: sql<Uint8Array>`${photo.content}`,
      created_at: photo.createdAt,
      visit_id: null,
    })
    .execute()
}

export type StoredImage = Pick<Photo, 'mediaType' | 'content'>

/** A photo of a visit in scope, or an unattached one of the account itself; or only its first bytes. */
export async function findPhoto(
  db: Db,
  id: string,
  accountId: string | null,
  visits: Condition | undefined,
  firstBytes?: number,
): Promise<StoredImage | undefined> {
  const ofVisit = visits
    ? sql`exists (select 1 from visit where visit.photo_id = photo.id and ${visits.test()})`
    : sql`visit_id is not null`
  const content =
    firstBytes === undefined ? sql`content` : sql`substr(content, 1, ${sql.lit(firstBytes)}) as content`
  const { rows } = await sql<{ media_type: string; content: Uint8Array }>`
    select media_type, ${content} from photo
    where id = ${id.toLowerCase()} and (${ofVisit} or (visit_id is null and account_id = ${accountId}))`.execute(
    db,
  )
  return rows[0] && { mediaType: rows[0].media_type, content: rows[0].content }
}

/** A phone sent it with a visit that waits for its customer. */
const isWaiting = sql<SqlBool>`exists (select 1 from field_event where field_event.id = photo.id and field_event.state = 'waiting')`

/** The number of unattached photos of an account, without those that wait with their visit. */
export async function countUnattachedPhotos(tx: Tx, accountId: string | null): Promise<number> {
  const row = await tx
    .selectFrom('photo')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('visit_id', 'is', null)
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`not ${isWaiting}`)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Whether the photo belongs to the account and is not attached to a visit yet. */
export async function isUnattachedPhoto(tx: Tx, id: string, accountId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('photo')
    .select('id')
    .where('id', '=', id.toLowerCase())
    .where('account_id', '=', accountId)
    .where('visit_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the visit's photo; false when the photo was attached to another visit meanwhile. */
export async function attachPhoto(tx: Tx, id: string, visitId: string): Promise<boolean> {
  await detachPhotos(tx, visitId)
  const { numUpdatedRows } = await tx
    .updateTable('photo')
    .set({ visit_id: visitId })
    .where('id', '=', id.toLowerCase())
    .where('visit_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Undoing a visit detaches its photo, which can then be attached again. */
export async function detachPhotos(tx: Tx, visitId: string): Promise<void> {
  await tx.updateTable('photo').set({ visit_id: null }).where('visit_id', '=', visitId).execute()
}

const unattachedTtl = 86_400_000

/** Deletes photos that were not attached to a visit within a day and do not wait with one. */
export async function deleteUnattachedPhotos(tx: Tx, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - unattachedTtl).toISOString()
  await tx
    .deleteFrom('photo')
    .where('visit_id', 'is', null)
    .where('created_at', '<', cutoff)
    .where(sql<SqlBool>`not ${isWaiting}`)
    .execute()
}
