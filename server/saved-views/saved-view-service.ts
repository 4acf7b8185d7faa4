import { nameOfActor } from '#domain/access/actor.ts'
import type { SavedViewEntry, SavedViewInput } from '#domain/api/saved-views.ts'
import { invalid, notFound, unauthenticated } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Answer } from '../core/idempotency.ts'
import { newId } from '../store/new-id.ts'
import {
  countViews,
  deleteView,
  lockAccount,
  lockView,
  findOwnView,
  upsertView,
  viewsOf,
  type SavedView,
} from './saved-view-store.ts'
import { t } from '#domain/messages/t.ts'

const maxViews = 100

/** A view is a named query string of a screen. */
export async function listViews(ctx: Context, screen: string): Promise<{ items: SavedViewEntry[] }> {
  requireRight(ctx, 'read', 'savedView')
  const accountId = accountOf(ctx)
  const views = await viewsOf(ctx.store.read, accountId, screen)
  return { items: views.map((view) => toShownView(accountId, view)) }
}

/** Saving under an existing name of the same account and screen replaces that view. */
export async function saveView(ctx: Context, wanted: SavedViewInput): Promise<Answer<SavedViewEntry>> {
  requireRight(ctx, 'create', 'savedView')
  const accountId = accountOf(ctx)
  const nameKey = foldText(wanted.name)
  return ctx.store.transaction(async (tx) => {
    await lockAccount(tx, ctx.store.dialect, accountId)
    const before = await findOwnView(tx, { accountId, screen: wanted.screen }, nameKey)
    if (!before && (await countViews(tx, accountId, wanted.screen)) >= maxViews) {
      const message = t('You have {count} views of this screen, which is the maximum. Delete one first', {
        count: maxViews,
      })
      throw invalid([{ field: 'name', message }])
    }
    const now = ctx.now()
    const view: SavedView = {
      id: before?.id ?? newId(now),
      createdAt: before?.createdAt ?? now.toISOString(),
      accountId,
      by: nameOfActor(ctx.actor),
      ...wanted,
    }
    await upsertView(tx, view, nameKey)
    return { status: before ? 200 : 201, body: toShownView(accountId, view) }
  })
}

/** Deletes the account's own view, or a shared one with the right to do so; private views of others are reported as not found. */
export async function removeView(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'savedView')
  const accountId = accountOf(ctx)
  await ctx.store.transaction(async (tx) => {
    const view = await lockView(tx, ctx.store.dialect, id.toLowerCase())
    const isOwn = view?.accountId === accountId
    if (!view || (!isOwn && !view.shared)) throw notFound(t('There is no view {id} here', { id }))
    if (!isOwn) requireRight(ctx, 'delete', 'savedViewOfOthers')
    await deleteView(tx, view.id)
  })
}

const toShownView = (accountId: string, view: SavedView): SavedViewEntry => ({
  id: view.id,
  screen: view.screen,
  name: view.name,
  query: view.query,
  shared: view.shared,
  isOwn: view.accountId === accountId,
  by: view.by,
})

function accountOf({ actor }: Context): string {
  if (actor.kind !== 'account') throw unauthenticated()
  return actor.id
}
