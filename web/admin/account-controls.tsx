import { useState, type ReactNode } from 'react'
import type { AccountChange } from '../api/accounts.ts'
import type { Account } from '../api/session.ts'
import { Button } from '../ui/button.tsx'

export interface RoleOption {
  code: string
  name: string
}

interface AccountControlsProps {
  account: Account
  roles: readonly RoleOption[]
  onChange: (account: Account, change: AccountChange, done: string) => Promise<void>
}

/** Approve with a role, change the role, disable, enable again. */
export function AccountControls({ account, roles, onChange }: AccountControlsProps): ReactNode {
  const [role, setRole] = useState(account.role ?? '')
  const { username, status } = account
  const isActive = status === 'active'
  const save = isActive ? 'Save role' : status === 'pending' ? 'Approve' : 'Enable'
  const done = isActive ? 'given the role' : status === 'pending' ? 'approved' : 'enabled'
  return (
    <form
      className="account-controls"
      onSubmit={(event) => {
        event.preventDefault()
        void onChange(account, { status: 'active', role }, done)
      }}
    >
      <select
        className="control"
        name="role"
        aria-label={`Role of ${username}`}
        value={role}
        required
        onChange={(event) => setRole(event.target.value)}
      >
        <option value="">Role…</option>
        {roles.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {!(isActive && role === account.role) && (
        <Button type="submit" tone="main" aria-label={`${save} ${username}`}>
          {save}
        </Button>
      )}
      {status !== 'disabled' && (
        <Button
          tone="danger"
          aria-label={`Disable ${username}`}
          onClick={() => void onChange(account, { status: 'disabled' }, 'disabled')}
        >
          Disable
        </Button>
      )}
    </form>
  )
}
