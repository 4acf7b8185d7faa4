import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface Comment {
  id: string
  entity: string
  recordId: string
  body: string
  accountId: string | null
  by: string
  at: string
  editedAt: string | null
}

const toComment = (row: Tables['comment']): Comment => ({
  id: row.id,
  entity: row.entity,
  recordId: row.record_id,
  body: row.body,
  accountId: row.account_id,
  by: row.by_name,
  at: row.at,
  editedAt: row.edited_at,
})

const maxShown = 500

/** Newest first. */
export async function commentsOn(db: Db, entity: string, recordId: string): Promise<Comment[]> {
  const query = db
    .selectFrom('comment')
    .selectAll()
    .where('entity', '=', entity)
    .where('record_id', '=', recordId)
  return (await query.orderBy('id', 'desc').limit(maxShown).execute()).map(toComment)
}

export async function findComment(db: Db, id: string): Promise<Comment | undefined> {
  const row = await db.selectFrom('comment').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toComment(row)
}

export const insertComment = (tx: Tx, comment: Comment): Promise<unknown> =>
  tx
    .insertInto('comment')
    .values({
      id: comment.id,
      entity: comment.entity,
      record_id: comment.recordId,
      body: comment.body,
      account_id: comment.accountId,
      by_name: comment.by,
      at: comment.at,
      edited_at: comment.editedAt,
    })
    .execute()

export const changeComment = (tx: Tx, id: string, body: string, at: string): Promise<unknown> =>
  tx.updateTable('comment').set({ body, edited_at: at }).where('id', '=', id).execute()

export const deleteComment = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('comment').where('id', '=', id).execute()
