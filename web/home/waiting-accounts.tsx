import { useState, type ReactNode } from 'react'
import type { UserView } from '#domain/api/accounts/account.ts'
import type { HomePart } from '#domain/api/home.ts'
import { readRoleGrid } from '../api/access.ts'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { changeAccount } from '../users/users-api.ts'
import { t } from '#domain/messages/t.ts'

const UpdateUser = deferredDialog(async () => (await import('../users/update-user.tsx')).UpdateUser)

type Account = HomePart<'accounts'>['items'][number]

interface WaitingAccountsProps {
  part: HomePart<'accounts'>
  isMailOn: boolean
  reload: () => Promise<void>
}

/** Accounts that wait for approval: one click where there is only one choice, otherwise the dialog of the users. */
export function WaitingAccounts({ part, isMailOn, reload }: WaitingAccountsProps): ReactNode {
  const { items, hasMore } = part
  const [opened, setOpened] = useState<Account | null>(null)
  const { data: grid, error } = useQuery([], readRoleGrid, { enabled: opened !== null })
  if (items.length === 0)
    return (
      <p className="home-dim">
        {t('No accounts are waiting for approval.')} <Link to="/admin/users">{t('Users')}</Link>
      </p>
    )
  return (
    <>
      <ul className="home-list">
        {items.map((account) => (
          <WaitingAccount key={account.id} account={account} onOpen={() => setOpened(account)} />
        ))}
      </ul>
      {error && <p className="home-problem">{error}</p>}
      {hasMore && (
        <p>
          <Link to="/admin/users">{t('All waiting accounts')}</Link>
        </p>
      )}
      {opened && grid && (
        <UpdateUser
          account={opened}
          roles={grid.roles}
          isOwn={false}
          isMailOn={isMailOn}
          onClose={() => setOpened(null)}
          onDone={(sentence) => {
            setOpened(null)
            notify({ tone: 'good', text: sentence })
            void reload()
          }}
        />
      )}
    </>
  )
}

function WaitingAccount({ account, onOpen }: { account: Account; onOpen: () => void }): ReactNode {
  const { username, phone, email, employee, createdAt, proposal } = account
  const [current, setCurrent] = useState<UserView>(account)
  const approve = useSubmit({
    send: (role: string) => changeAccount(current, { username, phone, role, status: 'active' }),
    failure: t('{username} was not approved', { username }),
    onSuccess: setCurrent,
  })
  const undo = useSubmit({
    send: () => changeAccount(current, { username, phone, role: null, status: 'pending' }),
    failure: t('{username} still has access', { username }),
    onSuccess: setCurrent,
  })
  return (
    <li>
      <span>
        {username}
        <small>
          {[email, employee && `${employee.name} (${employee.employeeNumber})`].filter(Boolean).join(' · ')}
        </small>
        <small>
          <RichText message="registered <time></time>" tags={{ time: () => <Moment at={createdAt} /> }} />
        </small>
      </span>
      {current.status === 'active' ? (
        <output className="home-approved">
          {t('Approved as {role}.', { role: proposal?.name ?? '' })}{' '}
          <Button tone="quiet" busy={undo.isBusy} onClick={() => void undo.submit(undefined)}>
            {t('Undo')}
          </Button>
        </output>
      ) : (
        <span className="home-actions">
          {proposal && (
            <Button
              tone="main"
              busy={approve.isBusy}
              aria-label={t('Approve {username} as {role}', { username, role: proposal.name })}
              onClick={() => void approve.submit(proposal.role)}
            >
              {t('Approve as {role}', { role: proposal.name })}
            </Button>
          )}
          <Button
            tone={proposal ? 'plain' : 'main'}
            aria-label={
              proposal ? t('Other role for {username}', { username }) : t('Approve {username}', { username })
            }
            onClick={onOpen}
          >
            {proposal ? t('Other role') : t('Approve')}
          </Button>
        </span>
      )}
    </li>
  )
}
