import type { Db, Row, Tx } from '../store/dialect.ts'

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

const toComment = (row: Row): Comment => ({
  id: String(row['id']),
  entity: String(row['entity']),
  recordId: String(row['record_id']),
  body: String(row['body']),
  accountId: row['account_id'] as string | null,
  by: String(row['by_name']),
  at: String(row['at']),
  editedAt: row['edited_at'] as string | null,
})

const mostShown = 500

/** The latest first. */
export async function commentsOn(db: Db, entity: string, recordId: string): Promise<Comment[]> {
  const query = db
    .selectFrom('comment')
    .selectAll()
    .where('entity', '=', entity)
    .where('record_id', '=', recordId)
  return (await query.orderBy('id', 'desc').limit(mostShown).execute()).map(toComment)
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
