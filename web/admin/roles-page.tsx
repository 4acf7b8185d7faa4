import { useEffect, useRef, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useSearchParams,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { RoleGrid, RoleRow } from '#domain/access/role-grid.ts'
import { formOf } from '#domain/contract/forms.ts'
import { readRoleGrid } from '../api/access.ts'
import '../styles/roles.css'
import { Page } from '../ui/page.tsx'
import { ClosedScreens } from './closed-screens.tsx'
import { keptDraft } from './role-draft.ts'
import { RoleEditor } from './role-editor.tsx'

function RolesPage(): ReactNode {
  const grid = useLoaderData<RoleGrid>()
  const [search] = useSearchParams()
  const { roles, closedScreens } = grid
  const isAboutScreens = search.has('screens')
  const chosen = isAboutScreens
    ? undefined
    : (roles.find(({ role }) => role === search.get('role')) ?? roles.find((each) => !each.isFixed))
  const choices = useRef<HTMLElement>(null)
  // Among many, the one that is open may stand below those that are shown.
  useEffect(() => {
    choices.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Page
      heading="Roles"
      lead="What each role may do, and how far it sees. A change counts at once, for everybody who holds the role. Whoever holds several may do what any of them may."
    >
      <nav ref={choices} className="role-choices" aria-label="Roles">
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
            <span>{wordsBelow(row)}</span>
          </Link>
        ))}
        <Link to={formOf('role').route} className="admin-tile role-choice role-add">
          <strong>Another role</strong>
          <span>in the Role master</span>
        </Link>
        <Link
          to="?screens"
          className="admin-tile role-choice"
          aria-current={isAboutScreens ? 'page' : undefined}
          replace
          preventScrollReset
        >
          <strong>Screens by function</strong>
          <span>{closedScreens.length === 0 ? 'none is closed' : `${closedScreens.length} closed`}</span>
        </Link>
      </nav>
      {isAboutScreens && <ClosedScreens closed={closedScreens} />}
      {chosen && <RoleEditor key={chosen.role} row={chosen} subjects={grid.subjects} />}
    </Page>
  )
}

function wordsBelow({ role, holders, isFixed }: RoleRow): string {
  const held = holders === 1 ? '1 person' : `${holders} people`
  return !isFixed && keptDraft(role) ? `${held} · not saved` : held
}

/** To choose a role asks the server nothing. */
function isNotJustTheRole(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export const rolesRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <RolesPage />,
  loader: ({ request: { signal } }: LoaderFunctionArgs) => readRoleGrid(signal),
  shouldRevalidate: isNotJustTheRole,
}
