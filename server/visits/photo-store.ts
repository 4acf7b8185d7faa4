import { sql } from 'kysely'
import type { Condition, Db, Tx } from '../store/dialect.ts'

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
      content: sql<string>`${photo.content}`,
      created_at: photo.createdAt,
      visit_id: null,
    })
    .execute()
}

/** A photo that is with a visit, or one's own that waits for it. */
export async function findPhoto(
  db: Db,
  id: string,
  accountId: string | null,
  visits: Condition | undefined,
): Promise<Pick<Photo, 'mediaType' | 'content'> | undefined> {
  const ofVisit = visits
    ? sql`exists (select 1 from visit where visit.photo_id = photo.id and ${visits.test()})`
    : sql`visit_id is not null`
  const { rows } = await sql<{ media_type: string; content: Uint8Array }>`
    select media_type, content from photo
    where id = ${id.toLowerCase()} and (${ofVisit} or (visit_id is null and account_id = ${accountId}))`.execute(
    db,
  )
  return rows[0] && { mediaType: rows[0].media_type, content: rows[0].content }
}

/** How many of somebody's photos wait for a visit. */
export async function countLoosePhotos(tx: Tx, accountId: string | null): Promise<number> {
  const row = await tx
    .selectFrom('photo')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('visit_id', 'is', null)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether the photo is somebody's own and not with a visit yet. */
export async function isLoosePhoto(tx: Tx, id: string, accountId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('photo')
    .select('id')
    .where('id', '=', id.toLowerCase())
    .where('account_id', '=', accountId)
    .where('visit_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** In place of what the visit had; false when another visit has taken it meanwhile. */
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

/** A visit that is taken back lets go of its photo, which waits once more. */
export async function detachPhotos(tx: Tx, visitId: string): Promise<void> {
  await tx.updateTable('photo').set({ visit_id: null }).where('visit_id', '=', visitId).execute()
}

const keptLoose = 86_400_000

/** Photos that no visit took within a day. */
export async function forgetLoosePhotos(tx: Tx, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - keptLoose).toISOString()
  await tx.deleteFrom('photo').where('visit_id', 'is', null).where('created_at', '<', limit).execute()
}
