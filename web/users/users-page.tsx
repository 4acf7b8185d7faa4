import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { foldText } from '#domain/text.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import type { MailStatus } from '#domain/api/accounts/users.ts'
import '../ui/badges.css'
import './users.css'
import '../ui/remark.css'
import { readRoleGrid } from '../api/access.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { changeAccount, listAccounts, readMailStatus } from './users-api.ts'
import { useAuth } from '../api/use-auth.tsx'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { describeOtherRoles, lacksFactor, roleName, scopeLabel } from './user-roles.ts'
import { InviteUser } from './invite-button.tsx'
import { Link } from '../ui/link.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { useSearchParams } from '../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const UpdateUser = deferredDialog(async () => (await import('./update-user.tsx')).UpdateUser)
const DeleteUser = deferredDialog(async () => (await import('./delete-user.tsx')).DeleteUser)

const EraseDialog = deferredDialog(async () => (await import('./personal-data/erase-dialog.tsx')).EraseDialog)

interface UsersData {
  accounts: readonly UserView[]
  roles: readonly RoleRow[]
  mail: MailStatus
}

const perPage = 50
const maxWithoutSearch = 10
const ranks = ['pending', 'active', 'disabled']
const { compare } = new Intl.Collator()

/** Accounts that wait for approval come first. */
async function usersLoader({ request }: LoaderFunctionArgs): Promise<UsersData> {
  const { signal } = request
  const requests = [listAccounts(signal), readRoleGrid(signal), readMailStatus(signal)] as const
  // If several requests fail, the error about the accounts is reported, not the one that came first.
  await Promise.allSettled(requests)
  const [accounts, { roles }, mail] = await Promise.all(requests)
  const rank = ({ status }: UserView): number => ranks.indexOf(status)
  return {
    accounts: accounts.toSorted(
      (one, other) => rank(one) - rank(other) || compare(one.username, other.username),
    ),
    roles,
    mail,
  }
}

/** All accounts are loaded, so searching them needs no request. */
function shouldRevalidateUsers(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

type Task = { what: 'update' | 'delete' | 'erase'; account: UserView }

interface RowActions {
  open: (task: Task) => void
  /** Disables or enables an account at once. */
  setStatus: (account: UserView, status: 'active' | 'disabled') => void
}

const columnsFor = (
  roles: readonly RoleRow[],
  ownId: string | undefined,
  { open, setStatus }: RowActions,
): Column<UserView>[] => [
  { label: t('Name'), cell: ({ username }) => <span className="account-name">{username}</span> },
  { label: t('Email'), cell: ({ email }) => <span className="account-email">{email}</span> },
  { label: t('Phone'), cell: (account) => account.phone ?? '' },
  {
    label: t('Status'),
    cell: (account) => (
      <span className="account-status">
        <StatusBadge account={account} isOwn={account.id === ownId} />
        {lacksFactor(account, roles) && <span className="badge badge-pending">{t('No second factor')}</span>}
        {account.id !== ownId && <StatusAction account={account} open={open} setStatus={setStatus} />}
      </span>
    ),
  },
  {
    label: t('Role'),
    cell: (account) => (
      <>
        {account.role && roleName(account.role, roles)}
        <span className="account-sees">{describeOtherRoles(account, roles)}</span>
      </>
    ),
  },
  {
    label: t('Scope'),
    cell: (account) => (
      <>
        <span className="account-sees">{account.status === 'active' && scopeLabel(account, roles)}</span>
        {account.employee?.retiredOn && <strong className="account-sees">{t('Employee retired')}</strong>}
      </>
    ),
  },
  {
    label: t('Last log-in'),
    cell: ({ lastLogInAt }) => (lastLogInAt ? <Moment at={lastLogInAt} /> : t('Not yet')),
  },
  {
    label: t('Update'),
    kind: 'actions',
    cell: (account) => (
      <Button
        id={updateId(account)}
        aria-label={t('Update {username}', { username: account.username })}
        onClick={() => open({ what: 'update', account })}
      >
        {t('Update')}
      </Button>
    ),
  },
  {
    label: t('Delete'),
    kind: 'actions',
    cell: (account) => (
      <Button
        tone="danger"
        aria-label={t('Delete {username}', { username: account.username })}
        onClick={() => open({ what: 'delete', account })}
      >
        {t('Delete')}
      </Button>
    ),
  },
]

/** Approving asks for the role; disabling one with API tokens asks what happens to them. */
function StatusAction({ account, open, setStatus }: RowActions & { account: UserView }): ReactNode {
  const { status, username } = account
  if (account.invited && status === 'pending') return null
  if (status === 'pending')
    return (
      <Button
        tone="main"
        aria-label={t('Approve {username}', { username })}
        onClick={() => open({ what: 'update', account })}
      >
        {t('Approve')}
      </Button>
    )
  const isActive = status === 'active'
  return (
    <button
      type="button"
      className="link"
      aria-label={isActive ? t('Disable {username}', { username }) : t('Enable {username}', { username })}
      onClick={() =>
        isActive && account.apiTokens.length > 0
          ? open({ what: 'update', account })
          : setStatus(account, isActive ? 'disabled' : 'active')
      }
    >
      {isActive ? t('Disable') : t('Enable')}
    </button>
  )
}

const updateId = (account: UserView): string => `update-${account.id}`

function StatusBadge({ account, isOwn }: { account: UserView; isOwn: boolean }): ReactNode {
  const { status } = account
  const waiting = account.invited ? t('Invited') : t('Waiting')
  const words = { pending: waiting, active: t('Active'), disabled: t('Disabled') }[status]
  return (
    <span className={`badge badge-${status}`}>{isOwn ? t('{status} · you', { status: words }) : words}</span>
  )
}

function UsersPage(): ReactNode {
  const { accounts, roles, mail } = useLoaderData<UsersData>()
  const { revalidate } = useRevalidator()
  const query = useSearchParams()
  const [task, setTask] = useState<Task | null>(null)
  const ownId = useAuth().account?.id
  const changedId = useRef<string | null>(null)
  // A changed account may move to another row, and the focus moves with it: before `focusNoticeIfLost` can find it lost.
  useLayoutEffect(() => {
    const moved = accounts.find(({ id }) => id === changedId.current)
    if (moved && document.activeElement === document.body) document.getElementById(updateId(moved))?.focus()
    changedId.current = null
  }, [accounts])

  const q = query.get('q')?.trim() ?? ''
  const needle = foldText(q)
  const found = accounts.filter(({ username, email }) => foldText(`${username} ${email}`).includes(needle))
  const start = Math.min(Number(query.get('from')) || 0, Math.max(0, found.length - 1))
  const end = start + perPage
  const open = (next: Task): void => {
    notify(null)
    setTask(next)
  }
  const dialog = {
    isOwn: task?.account.id === ownId,
    onClose: () => setTask(null),
    onDone: (sentence: string, disabled?: UserView) => {
      changedId.current = task?.account.id ?? null
      setTask(null)
      const undo = disabled && {
        label: t('Undo'),
        run: () => void undoDisable(disabled, revalidate),
      }
      notify({ tone: 'good', text: sentence, ...(undo && { action: undo }) })
      void revalidate().then(focusNoticeIfLost)
    },
  }
  const { submit: setStatus } = useSubmit({
    send: ({ account, status }: { account: UserView; status: 'active' | 'disabled' }) => {
      const { username, phone, role } = account
      return changeAccount(account, { username, phone, role, status })
    },
    onSuccess: async (changed) => {
      await revalidate()
      const { username } = changed
      const isActive = changed.status === 'active'
      notify({
        tone: 'good',
        text: isActive ? t('{username} is enabled', { username }) : t('{username} is disabled', { username }),
        ...(!isActive && { action: { label: t('Undo'), run: () => void undoDisable(changed, revalidate) } }),
      })
    },
  })
  const actions: RowActions = { open, setStatus: (account, status) => void setStatus({ account, status }) }
  return (
    <Page heading={t('Users')} lead={approvalLead(accounts)}>
      {mail.trouble && (
        <p className="admin-remark">
          <MailTrouble {...mail.trouble} />
        </p>
      )}
      <div className="links users-tools">
        <InviteUser roles={roles} isMailOn={mail.isOn} />
        <Link to="/admin/roles">{t('Roles and rights')}</Link>
        <Link to="/admin/tokens">{t('API tokens')}</Link>
        <Link to="/admin/audit">{t('Audit')}</Link>
      </div>
      <ListScreen
        label={t('Users')}
        search={accounts.length > maxWithoutSearch || q ? t('Search users') : undefined}
        page={{
          items: found.slice(start, end),
          next: end < found.length ? String(end) : null,
          total: found.length,
          start,
        }}
        perPage={perPage}
        cursor="from"
        table={{ columns: columnsFor(roles, ownId, actions), keyOf: (account) => account.id }}
        empty={
          <>
            {t('No users match “{q}”.', { q })}
            <p className="links">
              <Link className="button button-plain" to="?">
                {t('Show all')}
              </Link>
            </p>
          </>
        }
      />
      {task?.what === 'update' && (
        <UpdateUser account={task.account} roles={roles} isMailOn={mail.isOn} {...dialog} />
      )}
      {task?.what === 'delete' && (
        <DeleteUser account={task.account} {...dialog} onErase={() => open({ ...task, what: 'erase' })} />
      )}
      {task?.what === 'erase' && (
        <EraseDialog person={{ entity: 'account', id: task.account.id }} onClose={dialog.onClose} />
      )}
    </Page>
  )
}

const MailTrouble = ({ email, at, because }: NonNullable<MailStatus['trouble']>): ReactNode => (
  <RichText
    message="Could not send an e-mail to {email}, <time></time>: {reason}."
    values={{ email, reason: because }}
    tags={{ time: () => <Moment at={at} /> }}
  />
)

/** Undoes a disable, which is easily tapped in place of Save; ended sessions stay ended. The notice follows the reload. */
async function undoDisable(account: UserView, reload: () => Promise<void>): Promise<void> {
  const { username, phone, role } = account
  notify(null)
  try {
    await changeAccount(account, { username, phone, role, status: 'active' })
    await reload()
    notify({
      tone: 'good',
      text: t('{username} is enabled', { username }),
      detail: t('They have to log in again.'),
    })
  } catch (error) {
    notify({ tone: 'bad', text: t('{username} was not enabled', { username }), detail: sentenceOf(error) })
  }
}

function approvalLead(accounts: readonly UserView[]): string {
  const waiting = accounts.filter((account) => account.status === 'pending' && !account.invited).length
  return t(
    '{waiting, plural, =0 {No accounts are waiting for approval.} one {# account is waiting for approval.} other {# accounts are waiting for approval.}}',
    { waiting },
  )
}

export const usersRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <UsersPage />,
  loader: usersLoader,
  shouldRevalidate: shouldRevalidateUsers,
}
