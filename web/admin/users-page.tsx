import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { foldText } from '#domain/text.ts'
import '../styles/badges.css'
import { readRoleGrid } from '../api/access.ts'
import { sentenceOf } from '../api/api-problem.ts'
import {
  changeAccount,
  listAccounts,
  readMailStanding,
  type MailStanding,
  type Person,
} from '../api/people.ts'
import { useAuth } from '../api/use-auth.tsx'
import { ListSearch } from '../entity/list-search.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { otherRolesInWords, roleName, sightInWords } from './account-sight.tsx'
import { InvitePerson } from './invite-person.tsx'

const UpdateAccount = lazy(async () => ({ default: (await import('./update-account.tsx')).UpdateAccount }))
const DeleteAccount = lazy(async () => ({ default: (await import('./delete-account.tsx')).DeleteAccount }))

interface People {
  accounts: readonly Person[]
  roles: readonly RoleRow[]
  mail: MailStanding
}

const perPage = 50
const fewEnoughToSee = 10
const ranks = ['pending', 'active', 'disabled']
const { compare } = new Intl.Collator()

/** Those who wait come first: they are why an administrator opens this page. */
export async function usersLoader({ request }: LoaderFunctionArgs): Promise<People> {
  const { signal } = request
  const asked = [listAccounts(signal), readRoleGrid(signal), readMailStanding(signal)] as const
  // Of several refusals the one about the accounts is told, whichever comes first.
  await Promise.allSettled(asked)
  const [accounts, { roles }, mail] = await Promise.all(asked)
  const rank = ({ status }: Person): number => ranks.indexOf(status)
  return {
    accounts: accounts.toSorted(
      (one, other) => rank(one) - rank(other) || compare(one.username, other.username),
    ),
    roles,
    mail,
  }
}

/** Everybody is here already: looking through them asks the server nothing. */
export function isNotJustTheSearch(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

type Task = { what: 'update' | 'delete'; account: Person }

const columnsFor = (
  roles: readonly RoleRow[],
  ownId: string | undefined,
  open: (task: Task) => void,
): Column<Person>[] => [
  {
    label: 'Name',
    cell: (account) => (
      <span className="account-name">
        {account.username}
        <span className="account-sees">
          {account.status === 'active' &&
            `${otherRolesInWords(account, roles)}${sightInWords(account, roles)}`}
        </span>
      </span>
    ),
  },
  { label: 'Email', cell: ({ email }) => <span className="account-email">{email}</span> },
  { label: 'Phone', cell: (account) => account.phone ?? '' },
  {
    label: 'Update',
    isControl: true,
    cell: (account) => (
      <span className="account-controls">
        <Standing account={account} role={roleName(account.role, roles)} isOwn={account.id === ownId} />
        <Button
          id={updateId(account)}
          tone={account.status === 'pending' && !account.invited ? 'main' : 'plain'}
          aria-label={`Update ${account.username}`}
          onClick={() => open({ what: 'update', account })}
        >
          Update
        </Button>
      </span>
    ),
  },
  {
    label: 'Delete',
    isControl: true,
    cell: (account) => (
      <Button
        tone="danger"
        aria-label={`Delete ${account.username}`}
        onClick={() => open({ what: 'delete', account })}
      >
        Delete
      </Button>
    ),
  },
]

const updateId = (account: Person): string => `update-${account.id}`

interface StandingProps {
  account: Person
  role: string
  isOwn: boolean
}

function Standing({ account, role, isOwn }: StandingProps): ReactNode {
  const { status } = account
  const waiting = account.invited ? 'Invited' : 'Waiting'
  const words = { pending: waiting, active: role, disabled: 'Disabled' }[status]
  return <span className={`badge badge-${status}`}>{isOwn ? `${words} · you` : words}</span>
}

export function UsersPage(): ReactNode {
  const { accounts, roles, mail } = useLoaderData<People>()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const [task, setTask] = useState<Task | null>(null)
  const ownId = useAuth().account?.id
  const changedId = useRef<string | null>(null)
  // The row of a changed account moves to its new place, and the focus that was in it must not be lost on the way.
  useEffect(() => {
    const moved = accounts.find(({ id }) => id === changedId.current)
    if (moved && document.activeElement === document.body) document.getElementById(updateId(moved))?.focus()
    changedId.current = null
  }, [accounts])

  const q = query.get('q')?.trim() ?? ''
  const needle = foldText(q)
  const found = accounts.filter(({ username, email }) => foldText(`${username} ${email}`).includes(needle))
  const start = Math.min(Number(query.get('from')) || 0, Math.max(0, found.length - 1))
  const open = (next: Task): void => {
    notify(null)
    setTask(next)
  }
  const dialog = {
    isOwn: task?.account.id === ownId,
    onClose: () => setTask(null),
    onDone: (sentence: string, disabled?: Person) => {
      changedId.current = task?.account.id ?? null
      setTask(null)
      const undo = disabled && {
        label: 'Undo',
        run: () => void enableAgain(disabled, revalidate),
      }
      notify({ tone: 'good', text: sentence, ...(undo && { action: undo }) })
      void revalidate().then(focusNoticeIfLost)
    },
  }
  return (
    <Page heading="Users" lead={leadOf(accounts)}>
      {mail.trouble && (
        <p className="admin-remark">
          A mail to {mail.trouble.email} could not be sent, <Moment at={mail.trouble.at} />:{' '}
          {mail.trouble.because}.
        </p>
      )}
      <div className="links users-tools">
        <InvitePerson roles={roles} isMailOn={mail.isOn} />
        <Link to="/admin/roles">Roles and rights</Link>
        <Link to="/admin/tokens">API tokens</Link>
        <Link to="/admin/audit">Audit</Link>
      </div>
      {(accounts.length > fewEnoughToSee || q) && (
        <div className="list-head">
          <div className="list-tools">
            <ListSearch label="Search users" />
          </div>
        </div>
      )}
      {found.length === 0 ? (
        <p className="list-empty">{`Nobody here has “${q}” in the name or the e-mail address.`}</p>
      ) : (
        <DataTable
          caption="Users"
          columns={columnsFor(roles, ownId, open)}
          rows={found.slice(start, start + perPage)}
          keyOf={(account) => account.id}
        />
      )}
      {found.length > perPage && (
        <nav className="list-pages" aria-label="Pages of users">
          <span>{`${start + 1} to ${Math.min(start + perPage, found.length)} of ${found.length}`}</span>
          {start > 0 && <Link to={linkTo(q, Math.max(0, start - perPage))}>Previous page</Link>}
          {start + perPage < found.length && <Link to={linkTo(q, start + perPage)}>Next page</Link>}
        </nav>
      )}
      <Suspense>
        {task?.what === 'update' && (
          <UpdateAccount account={task.account} roles={roles} isMailOn={mail.isOn} {...dialog} />
        )}
        {task?.what === 'delete' && <DeleteAccount account={task.account} {...dialog} />}
      </Suspense>
    </Page>
  )
}

/** Disabling is one tap away from saving; sessions that ended stay ended. It is said once the list shows it as well. */
async function enableAgain(account: Person, reload: () => Promise<void>): Promise<void> {
  const { username, phone, role } = account
  notify(null)
  try {
    await changeAccount(account, { username, phone, role, status: 'active' })
    await reload()
    notify({ tone: 'good', text: `${username} is enabled`, detail: 'They have to log in again.' })
  } catch (error) {
    notify({ tone: 'bad', text: `${username} is not enabled`, detail: sentenceOf(error) })
  }
}

function leadOf(accounts: readonly Person[]): string {
  const waiting = accounts.filter((account) => account.status === 'pending' && !account.invited).length
  if (waiting === 0) return 'Nobody waits for approval.'
  return `${waiting === 1 ? 'One account waits' : `${waiting} accounts wait`} for approval.`
}

const linkTo = (q: string, from: number): string =>
  `?${new URLSearchParams({ ...(q && { q }), ...(from > 0 && { from: String(from) }) }).toString()}`
