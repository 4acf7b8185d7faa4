import { nameOfActor, placesOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { limits, readText } from '#domain/catalogue/kinds/text.ts'
import { forbidden, invalid, notFound, problemOfShape } from '#domain/problem.ts'
import type { CommentShown } from '#domain/record-page.ts'
import type { Context } from '../context.ts'
import { isPlaced } from '../within.ts'
import { demand, gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import { read } from '../resources/resource-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import { noteEvent } from '../store/audit-store.ts'
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

/** What people wrote beside a record; whoever may read the record reads it. */
export async function comments(ctx: Context, query: QueryText): Promise<{ items: CommentShown[] }> {
  demand(ctx, 'read', 'comment')
  const { entity, id } = await recordOf(ctx, query['entity'], query['record'])
  return { items: (await commentsOn(ctx.store.read, entity, id)).map((each) => shown(ctx, each)) }
}

export async function addComment(ctx: Context, input: unknown): Promise<Answer<CommentShown>> {
  demand(ctx, 'create', 'comment')
  const { entity: name, record, body: text } = objectOf(input)
  const body = bodyOf(text)
  const { entity, id: recordId } = await recordOf(ctx, name, record)
  return once(ctx, ['comment', input], (keep) =>
    ctx.store.transaction(async (tx) => {
      const comment: Comment = {
        id: newId(ctx.now()),
        entity,
        recordId,
        body,
        accountId: accountOf(ctx),
        by: nameOfActor(ctx.actor),
        at: ctx.now().toISOString(),
        editedAt: null,
      }
      await insertComment(tx, comment)
      return keep(tx, { status: 201, body: shown(ctx, comment) })
    }),
  )
}

/** Only by whoever wrote it: nobody puts words into another's mouth. */
export async function editComment(ctx: Context, id: string, input: unknown): Promise<CommentShown> {
  demand(ctx, 'update', 'comment')
  const body = bodyOf(objectOf(input)['body'])
  const comment = await commentNamed(ctx, id)
  if (!isOwn(ctx, comment)) throw forbidden('Only whoever wrote a comment can change it')
  const editedAt = ctx.now().toISOString()
  await ctx.store.transaction(async (tx) => {
    await changeComment(tx, comment.id, body, editedAt)
    if (body !== comment.body) noteChange(tx, ctx, 'comment changed', comment, body)
  })
  return shown(ctx, { ...comment, body, editedAt })
}

export async function removeComment(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'delete', 'comment')
  const comment = await commentNamed(ctx, id)
  if (!isOwn(ctx, comment)) demand(ctx, 'delete', 'commentOfOthers')
  await ctx.store.transaction(async (tx) => {
    await deleteComment(tx, comment.id)
    noteChange(tx, ctx, 'comment deleted', comment)
  })
}

/** The words that are gone are found in the audit, beside the record; what still stands there needs no second book. */
function noteChange(
  tx: Tx,
  ctx: Context,
  action: 'comment changed' | 'comment deleted',
  { entity, recordId: record, by, body }: Comment,
  now?: string,
): void {
  const details = { writtenBy: by, was: body, ...(now !== undefined && { isNow: now }) }
  noteEvent(tx, ctx, { action, entity, record, details })
}

const accountOf = ({ actor }: Context): string | null => (actor.kind === 'account' ? actor.id : null)

const isOwn = (ctx: Context, { accountId }: Comment): boolean =>
  accountId !== null && accountId === accountOf(ctx)

const shown = (ctx: Context, comment: Comment): CommentShown => {
  const { id, body, by, at, editedAt } = comment
  return { id, body, by, at, editedAt, isOwn: isOwn(ctx, comment) }
}

async function commentNamed(ctx: Context, id: string): Promise<Comment> {
  const comment = isId(id) ? await findComment(ctx.store.read, id.toLowerCase()) : undefined
  // What stands beside a record one may not read is not there.
  const isSeen = comment && can(ctx.actor, 'read', comment.entity).allowed
  if (!isSeen || !(await isBesideSeen(ctx, comment))) throw notFound(`There is no comment ${id} here`)
  return comment
}

/** A comment beside a deleted record is there for those who see everything. */
async function isBesideSeen(ctx: Context, { entity, recordId }: Comment): Promise<boolean> {
  if (!isPlaced(entity) || !placesOf(ctx.actor)) return true
  return (await gate(ctx, 'read', entity).find(recordId)) !== undefined
}

async function recordOf(
  ctx: Context,
  entity: unknown,
  record: unknown,
): Promise<{ entity: string; id: string }> {
  const problems = []
  if (!catalogue.some(({ name }) => name === entity))
    problems.push({ field: 'entity', message: 'entity should be the name of an entity, such as customer' })
  if (typeof record !== 'string' || record === '')
    problems.push({ field: 'record', message: 'record should be the id of a record' })
  if (problems.length > 0) throw invalid(problems)
  const { id } = await read(ctx, entity as string, record as string)
  return { entity: entity as string, id }
}

function objectOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) throw invalid([problemOfShape('A comment')])
  return input as Record<string, unknown>
}

function bodyOf(text: unknown): string {
  const reading = readText('Comment', limits.freeText, text, 'many')
  if ('problem' in reading) throw invalid([{ field: 'body', message: reading.problem }])
  if (reading.value === '') throw invalid([{ field: 'body', message: 'Comment is required' }])
  return reading.value as string
}
