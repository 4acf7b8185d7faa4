import type { ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { changeAccount, listAccounts, type AccountChange } from '../api/accounts.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listRecords } from '../api/resources.ts'
import type { Account } from '../api/session.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { AccountControls, type RoleOption } from './account-controls.tsx'

interface People {
  accounts: readonly Account[]
  roles: readonly RoleOption[]
}

/** Those who wait come first: they are why an administrator opens this page. */
export async function usersLoader({ request }: LoaderFunctionArgs): Promise<People> {
  const [accounts, roles] = await Promise.all([
    listAccounts(request.signal),
    listRecords(entityNamed('role'), { limit: 200 }, request.signal),
  ])
  return {
    accounts: accounts.toSorted((one, other) => rank(one) - rank(other) || compare(one, other)),
    roles: roles.items.map((role) => ({ code: String(role['Role_Code']), name: String(role['Role_Name']) })),
  }
}

const rank = (account: Account): number => ['pending', 'active', 'disabled'].indexOf(account.status)
const compare = (one: Account, other: Account): number => one.username.localeCompare(other.username)

type Change = (account: Account, change: AccountChange, done: string) => Promise<void>

const columnsFor = (roles: readonly RoleOption[], change: Change): Column<Account>[] => [
  { label: 'Name', cell: (account) => account.username },
  { label: 'Email', cell: (account) => account.email },
  { label: 'Phone', cell: (account) => account.phone ?? '' },
  { label: 'Status', cell: ({ status }) => <span className={`badge badge-${status}`}>{status}</span> },
  {
    label: 'Update',
    isControl: true,
    // A changed account is a new start for its controls.
    cell: (account) => (
      <AccountControls key={account.version} account={account} roles={roles} onChange={change} />
    ),
  },
]

export function UsersPage(): ReactNode {
  const { accounts, roles } = useLoaderData<People>()
  const { revalidate } = useRevalidator()
  const waiting = accounts.filter((account) => account.status === 'pending').length

  const change: Change = async (account, wanted, done) => {
    try {
      await changeAccount(account, wanted)
      notify({ tone: 'good', text: `${account.username} is ${done}` })
    } catch (error) {
      notify({ tone: 'bad', text: `${account.username} is not ${done}`, detail: sentenceOf(error) })
    }
    await revalidate()
  }
  const lead =
    waiting > 0
      ? `${waiting === 1 ? 'One account waits' : `${waiting} accounts wait`} for approval.`
      : undefined
  return (
    <Page heading="Users" lead={lead}>
      <DataTable
        caption="Users"
        columns={columnsFor(roles, change)}
        rows={accounts}
        keyOf={(account) => account.id}
      />
    </Page>
  )
}
