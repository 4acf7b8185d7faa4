import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { judge } from '#domain/access/allowances.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { listRecords, readRecord, type Page } from '../api/resources.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { notify } from '../ui/notices.tsx'
import { loadFormSources, noSources, type FormSources } from './form-sources.ts'
import { readListLink, rowsPerPage } from './list-links.ts'

export interface FormData {
  sources: FormSources
  /** The record to be changed, when one is. */
  record: StoredRecord | null
}

/** A record that was deleted meanwhile, or a link that was mistyped: the form is there for a new one. */
function gone(error: unknown): null {
  if (!(error instanceof ApiProblem) || error.status !== 404) throw error
  notify({ tone: 'bad', text: sentenceOf(error) })
  return null
}

/** For whoever may only read, the form is not shown and its lists are not asked for. */
export const formLoader =
  (entity: Entity) =>
  async ({ request, url }: LoaderFunctionArgs): Promise<FormData> => {
    const id = url.searchParams.get('edit')
    const isAllowed = judge(actorOf(currentSession()), id ? 'update' : 'create', entity.name).allowed
    if (!isAllowed) return { sources: noSources, record: null }
    const [sources, record] = await Promise.all([
      loadFormSources(entity, request.signal),
      id ? readRecord(entity, id, request.signal).catch(gone) : null,
    ])
    return { sources, record }
  }

export const listLoader =
  (entity: Entity) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const query = readListLink(entity, url.searchParams)
    // Counting a million costs more than reading fifty, and says less.
    return listRecords(entity, { ...query, limit: rowsPerPage, total: !entity.large }, request.signal)
  }

/** Searching and paging in the list leave the form and its choices alone. */
export function isNotJustTheList(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)
    return defaultShouldRevalidate
  return currentUrl.searchParams.get('edit') !== nextUrl.searchParams.get('edit')
}
