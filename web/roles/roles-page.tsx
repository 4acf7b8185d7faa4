import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import {
  useLoaderData,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { RoleGrid, RoleRow } from '#domain/api/access/roles.ts'
import { formOf } from '#domain/contract/form-of.ts'
import { readRoleGrid } from '../api/access.ts'
import './roles.css'
import '../admin/tile.css'
import { Page } from '../ui/page.tsx'
import { readRoleDraft } from './role-draft.ts'
import { RoleEditor } from './role-editor.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { t } from '#domain/messages/t.ts'

const ClosedScreens = deferredPart(async () => (await import('./closed-screens.tsx')).ClosedScreens)

function RolesPage(): ReactNode {
  const grid = useLoaderData<RoleGrid>()
  const search = useSearchParams()
  const { roles, closedScreens } = grid
  const isAboutScreens = search.has('screens')
  const chosen = isAboutScreens
    ? undefined
    : (roles.find(({ role }) => role === search.get('role')) ?? roles.find((each) => !each.isFixed))
  const choices = useRef<HTMLElement>(null)
  // With many roles the selected one may be outside the visible part of the list.
  useEffect(() => {
    choices.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Page
      heading={t('Roles')}
      lead={t(
        'Rights and scope of each role. Changes apply at once to all users with the role. A user with several roles has the rights of all of them.',
      )}
    >
      <nav ref={choices} className="role-choices" aria-label={t('Roles')}>
        {roles.map((row) => (
          <Link
            key={row.role}
            to={`?role=${encodeURIComponent(row.role)}`}
            className="admin-tile role-choice"
            aria-current={row.role === chosen?.role ? 'page' : undefined}
            replace
            preventScrollReset
          >
            <strong>{row.name}</strong>
            <span>{describeHolders(row)}</span>
          </Link>
        ))}
        <Link to={formOf('role').route} className="admin-tile role-choice role-add">
          <strong>{t('New role')}</strong>
          <span>{t('in the Role master')}</span>
        </Link>
        <Link
          to="?screens"
          className="admin-tile role-choice"
          aria-current={isAboutScreens ? 'page' : undefined}
          replace
          preventScrollReset
        >
          <strong>{t('Screens by function')}</strong>
          <span>
            {closedScreens.length === 0
              ? t('none restricted')
              : t('{count, number} restricted', { count: closedScreens.length })}
          </span>
        </Link>
      </nav>
      <Suspense>{isAboutScreens && <ClosedScreens closed={closedScreens} />}</Suspense>
      {chosen && <RoleEditor key={chosen.role} row={chosen} subjects={grid.subjects} />}
    </Page>
  )
}

function describeHolders({ role, holders, isFixed }: RoleRow): string {
  return !isFixed && readRoleDraft(role)
    ? t('{holders, plural, one {# person} other {# people}} · unsaved', { holders })
    : t('{holders, plural, one {# person} other {# people}}', { holders })
}

/** All roles are loaded, so choosing one needs no request. */
function shouldRevalidateRoles(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export const rolesRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <RolesPage />,
  loader: ({ request: { signal } }: LoaderFunctionArgs) => readRoleGrid(signal),
  shouldRevalidate: shouldRevalidateRoles,
}
