import { nameOfActor } from '#domain/access/actor.ts'
import { limits, readText } from '#domain/catalogue/kinds/text.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { guardedPages } from '#domain/contract/pages.ts'
import { invalid, notFound, notSignedIn, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { SavedViewShown } from '#domain/views.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Answer } from '../once.ts'
import { newId } from '../store/new-id.ts'
import {
  countViews,
  deleteView,
  holdAccount,
  lockView,
  ownViewNamed,
  putView,
  viewsOf,
  type SavedView,
} from './saved-view-store.ts'

const mostViews = 100

/** A view is a name for what the address of a screen says after the question mark. */
export async function listViews(ctx: Context, screen: unknown): Promise<{ items: SavedViewShown[] }> {
  demand(ctx, 'read', 'savedView')
  const problems: FieldProblem[] = []
  const path = readScreen(screen, problems)
  if (problems.length > 0) throw invalid(problems)
  const accountId = accountOf(ctx)
  const views = await viewsOf(ctx.store.read, accountId, path)
  return { items: views.map((view) => shownTo(accountId, view)) }
}

/** Saving under a name one has used on that screen replaces what it stood for. */
export async function saveView(ctx: Context, input: unknown): Promise<Answer<SavedViewShown>> {
  demand(ctx, 'create', 'savedView')
  const wanted = readView(input)
  const accountId = accountOf(ctx)
  const nameKey = foldText(wanted.name)
  return ctx.store.transaction(async (tx) => {
    await holdAccount(tx, ctx.store.dialect, accountId)
    const before = await ownViewNamed(tx, { accountId, screen: wanted.screen }, nameKey)
    if (!before && (await countViews(tx, accountId, wanted.screen)) >= mostViews) {
      const message = `You have ${mostViews} views of this screen, which is the most. Delete one first`
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
    await putView(tx, view, nameKey)
    return { status: before ? 200 : 201, body: shownTo(accountId, view) }
  })
}

/** One's own; those that others share are an administrator's to tidy up. What is not shared nobody else hears of. */
export async function removeView(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'delete', 'savedView')
  const accountId = accountOf(ctx)
  await ctx.store.transaction(async (tx) => {
    const view = await lockView(tx, ctx.store.dialect, id.toLowerCase())
    const isOwn = view?.accountId === accountId
    if (!view || (!isOwn && !view.shared)) throw notFound(`There is no view ${id} here`)
    if (!isOwn) demand(ctx, 'delete', 'savedViewOfOthers')
    await deleteView(tx, view.id)
  })
}

const shownTo = (accountId: string, view: SavedView): SavedViewShown => ({
  id: view.id,
  screen: view.screen,
  name: view.name,
  query: view.query,
  shared: view.shared,
  isOwn: view.accountId === accountId,
  by: view.by,
})

function accountOf({ actor }: Context): string {
  if (actor.kind !== 'account') throw notSignedIn()
  return actor.id
}

const known = ['screen', 'name', 'query', 'shared']

function readView(input: unknown): Pick<SavedView, 'screen' | 'name' | 'query' | 'shared'> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('A view')])
  const given = input as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `${field} is not a field of a view` }))
  const screen = readScreen(given['screen'], problems)
  const name = readText('Name', limits.name, given['name'])
  if ('problem' in name) problems.push({ field: 'name', message: name.problem })
  else if (!name.value) problems.push({ field: 'name', message: 'Name is required' })
  const query = readQuery(given['query'] ?? '')
  if (query === undefined)
    problems.push({
      field: 'query',
      message: `query should be what stands behind the ? of an address, of at most ${limits.freeText} characters`,
    })
  const shared = given['shared'] ?? false
  if (typeof shared !== 'boolean')
    problems.push({ field: 'shared', message: 'shared should be true or false' })
  if (problems.length > 0) throw invalid(problems)
  return {
    screen,
    name: 'value' in name ? String(name.value) : '',
    query: query ?? '',
    shared: shared === true,
  }
}

function readScreen(screen: unknown, problems: FieldProblem[]): string {
  const isKnown = typeof screen === 'string' && (guardedPages.includes(screen) || isList(screen))
  if (!isKnown)
    problems.push({ field: 'screen', message: 'screen should be the path of a screen, such as /get' })
  return String(screen)
}

/** The full list of any entity. */
const isList = (screen: string): boolean => catalogue.some(({ path }) => screen === `/lists/${path}`)

/** Where a page begins and what is being edited belong to the moment, not to the view. */
const ofTheMoment = ['after', 'from', 'edit']

// No address may hold one: the link would lead nowhere.
const controlCharacter = /%(?:[01][0-9A-F]|7F)/

/** Read and written anew, so that whatever it holds it is a query and nothing else. */
function readQuery(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > limits.freeText) return undefined
  const search = new URLSearchParams(text)
  for (const name of ofTheMoment) search.delete(name)
  const query = search.toString()
  return query.length > limits.freeText || controlCharacter.test(query) ? undefined : query
}
