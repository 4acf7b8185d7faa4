import { nameOfActor, territoryOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type { CommentSubject, CommentView, NewComment } from '#domain/api/records/comments.ts'
import { forbidden, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { hasTerritory } from '../core/territory-filter.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { read } from '../records/record-service.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Tx } from '../store/dialect.ts'
import { isId, newId } from '../store/new-id.ts'
import {
  changeComment,
  commentsOn,
  deleteComment,
  findComment,
  insertComment,
  type Comment,
} from './comment-store.ts'
import { t } from '#domain/messages/t.ts'

/** The comments on a record, for accounts that may read the record. */
export async function listComments(
  ctx: Context,
  { entity, record }: CommentSubject,
): Promise<{ items: CommentView[] }> {
  requireRight(ctx, 'read', 'comment')
  const { id } = await read(ctx, entity, record)
  return { items: (await commentsOn(ctx.store.read, entity, id)).map((each) => shown(ctx, each)) }
}

export async function addComment(ctx: Context, comment: NewComment): Promise<Answer<CommentView>> {
  requireRight(ctx, 'create', 'comment')
  const { entity, record, body } = comment
  const { id: recordId } = await read(ctx, entity, record)
  return once(ctx, ['comment', comment], (keep) =>
    ctx.store.transaction(async (tx) => {
      const added = await writeComment(ctx, tx, { entity, recordId, body })
      return keep(tx, { status: 201, body: shown(ctx, added) })
    }),
  )
}

/** Adds a comment in an open transaction; the caller has checked its record and its text. */
export async function writeComment(
  ctx: Context,
  tx: Tx,
  comment: Pick<Comment, 'entity' | 'recordId' | 'body'>,
  at = ctx.now(),
): Promise<Comment> {
  requireRight(ctx, 'create', 'comment')
  const added: Comment = {
    id: newId(ctx.now()),
    ...comment,
    accountId: accountOf(ctx),
    by: nameOfActor(ctx.actor),
    at: at.toISOString(),
    editedAt: null,
  }
  await insertComment(tx, added)
  return added
}

/** Only the author may change a comment. */
export async function editComment(ctx: Context, id: string, body: string): Promise<CommentView> {
  requireRight(ctx, 'update', 'comment')
  const comment = await findVisibleComment(ctx, id)
  if (!isOwn(ctx, comment)) throw forbidden(t('Only the author can change a comment'))
  const editedAt = ctx.now().toISOString()
  await ctx.store.transaction(async (tx) => {
    await changeComment(tx, comment.id, body, editedAt)
    if (body !== comment.body) recordCommentChange(tx, ctx, 'comment changed', comment, body)
  })
  return shown(ctx, { ...comment, body, editedAt })
}

export async function removeComment(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'comment')
  const comment = await findVisibleComment(ctx, id)
  if (!isOwn(ctx, comment)) requireRight(ctx, 'delete', 'commentOfOthers')
  await ctx.store.transaction(async (tx) => {
    await deleteComment(tx, comment.id)
    recordCommentChange(tx, ctx, 'comment deleted', comment)
  })
}

/** Records the replaced or deleted text in the audit log; the current text is in the comment itself. */
function recordCommentChange(
  tx: Tx,
  ctx: Context,
  action: 'comment changed' | 'comment deleted',
  { entity, recordId: record, by, body }: Comment,
  now?: string,
): void {
  const details = { writtenBy: by, was: body, ...(now !== undefined && { isNow: now }) }
  recordEvent(tx, ctx, { action, entity, record, details })
}

const accountOf = ({ actor }: Context): string | null => (actor.kind === 'account' ? actor.id : null)

const isOwn = (ctx: Context, { accountId }: Comment): boolean =>
  accountId !== null && accountId === accountOf(ctx)

const shown = (ctx: Context, comment: Comment): CommentView => {
  const { id, body, by, at, editedAt } = comment
  return { id, body, by, at, editedAt, isOwn: isOwn(ctx, comment) }
}

async function findVisibleComment(ctx: Context, id: string): Promise<Comment> {
  const comment = isId(id) ? await findComment(ctx.store.read, id.toLowerCase()) : undefined
  // A comment on a record that the account may not read is reported as not found.
  const isSeen = comment && can(ctx.actor, 'read', comment.entity).allowed
  if (!isSeen || !(await isRecordVisible(ctx, comment)))
    throw notFound(t('There is no comment {id} here', { id }))
  return comment
}

/** Comments on deleted records are visible to accounts without a territory limit. */
async function isRecordVisible(ctx: Context, { entity, recordId }: Comment): Promise<boolean> {
  if (!hasTerritory(entity) || !territoryOf(ctx.actor)) return true
  return (await dynamicGate(ctx, 'read', entity).find(recordId)) !== undefined
}
