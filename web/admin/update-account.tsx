import { useState, type FormEvent, type ReactNode } from 'react'
import type { AccountStatus } from '#domain/access/actor.ts'
import { rightsOfRole } from '#domain/access/role-words.ts'
import { ApiProblem, problemsByField, sentenceOf } from '../api/api-problem.ts'
import { changeAccount, type AccountChange } from '../api/people.ts'
import type { Account } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { ResetPassword } from './reset-password.tsx'

export interface RoleOption {
  code: string
  name: string
}

interface UpdateAccountProps {
  account: Account
  roles: readonly RoleOption[]
  isOwn: boolean
  onClose: () => void
  onDone: (sentence: string) => void
}

const standing: Record<AccountStatus, string> = {
  pending: 'Waits for approval. Choose a role, then approve.',
  active: 'Active.',
  disabled: 'Disabled: nobody can log in with it.',
}

/** Approve with a role, change role, name and phone, disable and enable, reset the password. */
export function UpdateAccount(props: UpdateAccountProps): ReactNode {
  const { roles, isOwn, onClose, onDone } = props
  const [account, setAccount] = useState(props.account)
  const [role, setRole] = useState(account.role ?? '')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)

  const show = (current: Account): void => {
    notify(null)
    setAccount(current)
    setRole(current.role ?? '')
    setProblems({})
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
    const change: AccountChange = {
      username: String(typed.get('username')),
      phone: String(typed.get('phone')) || null,
      role: role || null,
      status: button.value as AccountStatus,
    }
    notify(null)
    setBusy(true)
    try {
      const changed = await changeAccount(account, change)
      onDone(`${changed.username} is ${inWords(account.status, changed.status)}`)
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const current =
        error instanceof ApiProblem ? (error.document.current as Account | undefined) : undefined
      notify({
        tone: 'bad',
        text: `${account.username} is not ${inWords(account.status, change.status)}`,
        detail: Object.keys(found).length > 0 ? undefined : sentenceOf(error),
        ...(current && { action: { label: 'Load the current one', run: () => show(current) } }),
      })
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0] ?? 'none'}]`)?.focus()
      setBusy(false)
    }
  }
  const main = account.status === 'pending' ? 'Approve' : 'Save'
  return (
    <Dialog heading={`Update ${account.username}`} onClose={onClose}>
      <p className="field-hint">
        {account.email}, registered <Moment at={account.createdAt} />. {standing[account.status]}
        {isOwn && ' This is your own account: a change of its role, or disabling it, logs you out.'}
      </p>
      <form
        // Another version is another form: what is typed is compared with what is stored.
        key={account.version}
        className="stack account-form"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <Field label="User Name" problem={problems['username']}>
          {(attributes) => (
            <input {...attributes} className="control" name="username" defaultValue={account.username} />
          )}
        </Field>
        <Field label="Phone" isOptional problem={problems['phone']}>
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              type="tel"
              name="phone"
              defaultValue={account.phone ?? ''}
            />
          )}
        </Field>
        <Field label="Role" hint={role && rightsOfRole(role)} problem={problems['role']}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="role"
              value={role}
              onChange={(event) => setRole(event.target.value)}
            >
              <option value="">Choose…</option>
              {roles.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="form-actions">
          <Button
            type="submit"
            tone="main"
            busy={isBusy}
            value={account.status === 'pending' ? 'active' : account.status}
          >
            {main}
          </Button>
          {account.status === 'disabled' ? (
            <Button type="submit" busy={isBusy} value="active">
              Enable
            </Button>
          ) : (
            <Button type="submit" tone="danger" busy={isBusy} value="disabled">
              Disable
            </Button>
          )}
        </div>
      </form>
      <ResetPassword account={account} isOwn={isOwn} />
    </Dialog>
  )
}

function inWords(before: AccountStatus, after: AccountStatus): string {
  if (before === after) return 'saved'
  if (after === 'disabled') return 'disabled'
  return before === 'pending' ? 'approved' : 'enabled'
}
