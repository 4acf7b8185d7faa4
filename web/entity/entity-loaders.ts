import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { can } from '#domain/access/policy.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { listRecords, type Page } from '../api/resources.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { loadFormSources, noSources, type FormSources } from './form-sources.ts'

/** For whoever may only read, the form is not shown and its lists are not asked for. */
export const formLoader =
  (entity: Entity) =>
  async ({ request }: LoaderFunctionArgs): Promise<FormSources> =>
    can(actorOf(currentSession()), 'create', entity.name).allowed
      ? loadFormSources(entity, request.signal)
      : noSources

export const listLoader =
  (entity: Entity) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const { searchParams } = url
    const query = { q: searchParams.get('q') ?? undefined, after: searchParams.get('after') ?? undefined }
    return listRecords(entity, { ...query, limit: 50 }, request.signal)
  }

/** Searching and paging in the list leave the form and its choices alone. */
export function isNotJustTheList(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}
