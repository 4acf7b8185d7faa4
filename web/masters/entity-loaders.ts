import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { decide } from '#domain/access/allowances.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { readRecord } from '../api/resources.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { notify } from '../ui/notices.tsx'
import { loadFormSources, noSources, type FormSources } from './form/form-sources.ts'

export interface FormData {
  sources: FormSources
  /** The record being edited; null for a new one. */
  record: StoredRecord | null
}

/** Opens the form for a new record when the requested one was deleted or the link is wrong. */
function nullIfNotFound(error: unknown): null {
  if (!(error instanceof ApiProblem) || error.status !== 404) throw error
  notify({ tone: 'bad', text: sentenceOf(error) })
  return null
}

/** Without the right to create or update, the form is hidden and its options are not loaded. */
export const formLoader =
  (entity: Entity) =>
  async ({ request, url }: LoaderFunctionArgs): Promise<FormData> => {
    const id = url.searchParams.get('edit')
    const isAllowed = decide(actorOf(currentSession()), id ? 'update' : 'create', entity.name).allowed
    if (!isAllowed) return { sources: noSources, record: null }
    const [sources, record] = await Promise.all([
      loadFormSources(entity, request.signal),
      id ? readRecord(entity, id, request.signal).catch(nullIfNotFound) : null,
    ])
    return { sources, record }
  }

/** Searching and paging in the list do not reload the form and its options. */
export function shouldReloadForm(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)
    return defaultShouldRevalidate
  return currentUrl.searchParams.get('edit') !== nextUrl.searchParams.get('edit')
}
