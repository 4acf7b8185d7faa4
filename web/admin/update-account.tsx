import { useState, type FormEvent, type ReactNode } from 'react'
import type { AccountStatus } from '#domain/access/actor.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { ApiProblem, problemsByField, sentenceOf } from '../api/api-problem.ts'
import { changeAccount, type AccountChange, type Person } from '../api/people.ts'
import { viewKey } from '../api/session.ts'
import { WhyButton } from '../entity/why-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { AccessPreview } from './access-preview.tsx'
import {
  AccountSightField,
  mayBePlaced,
  otherRoles,
  otherRolesInWords,
  problemOfSight,
  scopeOf,
  sightOf,
  sightWith,
} from './account-sight.tsx'
import { AccountSafety } from './account-safety.tsx'
import { InviteAgain } from './invite-person.tsx'
import { ResetPassword } from './reset-password.tsx'
import { RoleField } from './role-field.tsx'
import { TokensLeft, tokensInWords } from './tokens-left.tsx'

interface UpdateAccountProps {
  account: Person
  roles: readonly RoleRow[]
  isOwn: boolean
  isMailOn: boolean
  onClose: () => void
  /** `disabled`: the account, if it was just disabled. */
  onDone: (sentence: string, disabled?: Person) => void
}

const standing: Record<AccountStatus, string> = {
  pending: 'Waits for approval. Choose a role, then approve; or refuse.',
  active: 'Active.',
  disabled: 'Disabled: nobody can log in with it.',
}

/** Approve with a role and a territory, change them, name and phone, disable and enable, reset the password. */
export function UpdateAccount(props: UpdateAccountProps): ReactNode {
  const { roles, isOwn, isMailOn, onClose, onDone } = props
  const [account, setAccount] = useState(props.account)
  const [role, setRole] = useState(account.role ?? '')
  const [sight, setSight] = useState(() => sightOf(account))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const [isDisabling, setDisabling] = useState(false)

  const isDemoted = account.role === 'ADMIN' && role !== 'ADMIN'
  const sees = role ? sightWith(account, role, roles) : 'everything'
  const isPlaced = mayBePlaced(role, otherRoles(account))
  const show = (current: Person): void => {
    notify(null)
    setAccount(current)
    setRole(current.role ?? '')
    setSight(sightOf(current))
    setProblems({})
    setDisabling(false)
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
    const isDisabled = button.value === 'disabled'
    // What they leave behind is asked about once, where they leave.
    if (isDisabled && account.apiTokens.length > 0 && !isDemoted && !isDisabling) {
      setDisabling(true)
      return
    }
    const isRevoked = isRevoking && (isDisabled || isDemoted)
    const change: AccountChange = {
      username: String(typed.get('username')),
      phone: String(typed.get('phone')) || null,
      role: role || null,
      status: button.value as AccountStatus,
      ...(isRevoked && { revokeTokens: true }),
    }
    notify(null)
    if (isPlaced && change.status !== 'disabled') {
      const wrong = problemOfSight(sight)
      if (wrong) {
        setProblems({ places: wrong })
        form.querySelector<HTMLInputElement>('[name=places]')?.focus()
        return
      }
      // Only what was changed here is sent: what somebody else gave meanwhile is not taken away.
      if (JSON.stringify(scopeOf(sight)) !== JSON.stringify(scopeOf(sightOf(account))))
        change.places = scopeOf(sight)
    }
    setBusy(true)
    try {
      const changed = await changeAccount(account, change)
      const isAdministrator = changed.roles.includes('ADMIN')
      const tokens = isRevoked || !isAdministrator ? tokensInWords(account, isRevoked) : ''
      const isUndone = account.status === 'active' && isDisabled && !isOwn
      onDone(
        `${changed.username} is ${inWords(account, changed.status)}${tokens}`,
        isUndone ? changed : undefined,
      )
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const current = error instanceof ApiProblem ? (error.document.current as Person | undefined) : undefined
      notify({
        tone: 'bad',
        text: `${account.username} is not ${inWords(account, change.status)}`,
        detail: Object.keys(found).length > 0 ? undefined : sentenceOf(error),
        ...(current && { action: { label: 'Load the current one', run: () => show(current) } }),
      })
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0] ?? 'none'}]`)?.focus()
      setBusy(false)
    }
  }
  return (
    <Dialog heading={`Update ${account.username}`} onClose={onClose}>
      <p className="field-hint">
        {account.email}, {account.invited ? 'invited' : 'registered'} <Moment at={account.createdAt} />.{' '}
        {account.invited && account.status === 'pending'
          ? 'Opens it with the link of the invitation.'
          : standing[account.status]}
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
        <RoleField
          roles={roles}
          role={role}
          more={otherRolesInWords(account, roles)}
          problem={problems['role']}
          onChange={setRole}
        />
        {isPlaced && (
          <AccountSightField
            person={account}
            sees={sees}
            sight={sight}
            problem={problems['places']}
            onChange={setSight}
          />
        )}
        <AccessPreview
          email={account.email}
          role={role}
          isPlaced={isPlaced}
          sight={sight}
          roles={roles}
          known={account.roles}
        />
        {(isDemoted || isDisabling) && (
          <TokensLeft
            account={account}
            isRevoking={isRevoking}
            onChange={setRevoking}
            isDisabling={isDisabling}
          />
        )}
        <div className="form-actions">
          <Button
            type="submit"
            tone="main"
            busy={isBusy}
            value={isWaiting(account) ? 'active' : account.status}
          >
            {isWaiting(account) ? 'Approve' : 'Save'}
          </Button>
          {account.status === 'disabled' ? (
            <Button type="submit" busy={isBusy} value="active">
              Enable
            </Button>
          ) : (
            <Button type="submit" tone="danger" busy={isBusy} value="disabled">
              {isWaiting(account) ? 'Refuse' : 'Disable'}
            </Button>
          )}
        </div>
      </form>
      {account.status === 'active' && <AskAbout account={account} isOwn={isOwn} />}
      {account.invited ? (
        <InviteAgain account={account} isMailOn={isMailOn} />
      ) : (
        <ResetPassword account={account} isOwn={isOwn} isMailOn={isMailOn} />
      )}
      {!isOwn && !account.invited && <AccountSafety account={account} />}
    </Dialog>
  )
}

/** What the account may do and see, asked of what decides about it. */
function AskAbout({ account, isOwn }: { account: Person; isOwn: boolean }): ReactNode {
  const look = (): void => {
    // What is loaded anew holds nothing of another view.
    sessionStorage.setItem(viewKey, `${account.id} ${account.username}`)
    location.assign('/')
  }
  return (
    <section className="reset-password" aria-labelledby="ask-about">
      <h3 id="ask-about">Access</h3>
      <p className="ask-about">
        {isOwn ? (
          <WhyButton label="What may I do?" />
        ) : (
          <>
            <WhyButton label="What may they do?" account={{ id: account.id, name: account.username }} />
            <Button onClick={look}>View as {account.username}</Button>
          </>
        )}
      </p>
    </section>
  )
}

const isWaiting = ({ status, invited }: Person): boolean => status === 'pending' && !invited

function inWords(before: Person, after: AccountStatus): string {
  if (before.status === after) return 'saved'
  if (after === 'disabled') return isWaiting(before) ? 'refused' : 'disabled'
  return before.status === 'pending' ? 'approved' : 'enabled'
}
