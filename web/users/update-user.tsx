import { useState, type SubmitEvent, type ReactNode } from 'react'
import type { AccountStatus } from '#domain/access/actor.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { changeAccount, type AccountChange } from './users-api.ts'
import { viewKey } from '../api/session.ts'
import { WhyButton } from '../access/why-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { AccessPreview } from './access-preview.tsx'
import { otherRoles, describeOtherRoles, scopeWith } from './user-roles.ts'
import { UserScopeField, canHavePlaces, validateScope, scopeOf, scopeOfAccount } from './user-scope.tsx'
import { UserSecurity } from './user-security.tsx'
import { InviteAgain } from './invite-user.tsx'
import { ResetPassword } from './reset-password.tsx'
import { RoleField } from './role-field.tsx'
import { RemainingTokens, describeTokens } from './remaining-tokens.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'
import './users.css'

interface UpdateUserProps {
  account: UserView
  roles: readonly RoleRow[]
  isOwn: boolean
  isMailOn: boolean
  onClose: () => void
  /** `disabled`: the account, if it was just disabled. */
  onDone: (sentence: string, disabled?: UserView) => void
}

const statusText = (): Record<AccountStatus, string> => ({
  pending: t('Waiting for approval. Choose a role and approve, or refuse.'),
  active: t('Active.'),
  disabled: t('Disabled: it cannot be used to log in.'),
})

/** Approves, changes, disables or enables an account, and resets its password. */
export function UpdateUser(props: UpdateUserProps): ReactNode {
  const { roles, isOwn, isMailOn, onClose, onDone } = props
  const [account, setAccount] = useState(props.account)
  const [role, setRole] = useState(account.role ?? '')
  const [scope, setScope] = useState(() => scopeOfAccount(account))
  const [isRevoking, setRevoking] = useState(false)
  const [isDisabling, setDisabling] = useState(false)

  const isDemoted = account.role === 'ADMIN' && role !== 'ADMIN'
  const sees = role ? scopeWith(account, role, roles) : 'everything'
  const hasPlaces = canHavePlaces(role, otherRoles(account))
  const show = (current: UserView): void => {
    notify(null)
    setAccount(current)
    setRole(current.role ?? '')
    setScope(scopeOfAccount(current))
    setProblems({})
    setDisabling(false)
  }
  const { isBusy, problems, submit, setProblems } = useSubmit({
    send: (change: AccountChange) => changeAccount(account, change),
    fields: ['username', 'phone', 'role', 'places'],
    failure: (error, { status }, found) => {
      const current =
        error instanceof ApiProblem ? (error.document.current as UserView | undefined) : undefined
      return {
        text: t(
          '{username} was not {change, select, refused {refused} disabled {disabled} approved {approved} enabled {enabled} other {saved}}',
          { username: account.username, change: kindOfChange(account, status) },
        ),
        detail: Object.keys(found).length > 0 ? undefined : sentenceOf(error),
        ...(current && { action: { label: t('Load the current values'), run: () => show(current) } }),
      }
    },
    onSuccess: (changed, { status, revokeTokens: isRevoked = false }) => {
      const isAdministrator = changed.roles.includes('ADMIN')
      const tokens = isRevoked || !isAdministrator ? describeTokens(account, isRevoked) : ''
      const canUndo = account.status === 'active' && status === 'disabled' && !isOwn
      const done = t(
        '{username} is {change, select, refused {refused} disabled {disabled} approved {approved} enabled {enabled} other {saved}}',
        { username: changed.username, change: kindOfChange(account, changed.status) },
      )
      onDone([done, tokens].filter(Boolean).join('. '), canUndo ? changed : undefined)
    },
  })
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const { submitter } = event.nativeEvent
    const pressed = submitter instanceof HTMLButtonElement ? submitter.value : ''
    const isDisabled = pressed === 'disabled'
    // Ask once whether to revoke the tokens of an account that is being disabled.
    if (isDisabled && account.apiTokens.length > 0 && !isDemoted && !isDisabling) {
      setDisabling(true)
      return
    }
    const isRevoked = isRevoking && (isDisabled || isDemoted)
    const change: AccountChange = {
      username: String(typed.get('username')),
      phone: String(typed.get('phone')) || null,
      role: role || null,
      status: pressed === 'active' || pressed === 'disabled' ? pressed : account.status,
      ...(isRevoked && { revokeTokens: true }),
    }
    notify(null)
    if (hasPlaces && change.status !== 'disabled') {
      const wrong = validateScope(scope)
      if (wrong) {
        setProblems({ places: wrong })
        form.querySelector<HTMLInputElement>('[name=places]')?.focus()
        return
      }
      // Sent only if changed here, so that another administrator's change in the meantime is not overwritten.
      if (JSON.stringify(scopeOf(scope)) !== JSON.stringify(scopeOf(scopeOfAccount(account))))
        change.places = scopeOf(scope)
    }
    void submit(change, form)
  }
  const { username } = account
  return (
    <Dialog
      heading={
        isPendingApproval(account)
          ? t('Approve {username}', { username })
          : t('Update {username}', { username })
      }
      onClose={onClose}
    >
      <p className="field-hint">
        <RichText
          message={account.invited ? '{email}, invited <time></time>.' : '{email}, registered <time></time>.'}
          values={{ email: account.email }}
          tags={{ time: () => <Moment at={account.createdAt} /> }}
        />{' '}
        {account.invited && account.status === 'pending'
          ? t('The invitation link has not been used yet.')
          : statusText()[account.status]}{' '}
        {account.employee?.retiredOn &&
          t('The employee {name} is retired since {day}.', {
            name: account.employee.name,
            day: formatDate(account.employee.retiredOn),
          })}{' '}
        {isOwn && t('This is your own account: changing its role or disabling it logs you out.')}
      </p>
      <form
        // A new version remounts the form, so that its inputs start from the stored values.
        key={account.version}
        className="stack account-form"
        noValidate
        onSubmit={onSubmit}
      >
        <Field label={t('User Name')} problem={problems.username}>
          {(attributes) => (
            <input {...attributes} className="control" name="username" defaultValue={account.username} />
          )}
        </Field>
        <Field label={t('Phone')} isOptional problem={problems.phone}>
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
          held={account.role}
          more={describeOtherRoles(account, roles)}
          problem={problems.role}
          onChange={setRole}
        />
        {hasPlaces && (
          <UserScopeField
            account={account}
            sees={sees}
            scope={scope}
            problem={problems.places}
            onChange={setScope}
          />
        )}
        <AccessPreview
          email={account.email}
          role={role}
          hasPlaces={hasPlaces}
          scope={scope}
          roles={roles}
          known={account.roles}
        />
        {(isDemoted || isDisabling) && (
          <RemainingTokens
            account={account}
            isRevoking={isRevoking}
            onChange={setRevoking}
            isDisabling={isDisabling}
          />
        )}
        <DialogActions>
          <Button
            type="submit"
            tone="main"
            busy={isBusy}
            value={isPendingApproval(account) ? 'active' : account.status}
          >
            {isPendingApproval(account) ? t('Approve') : t('Save')}
          </Button>
          {account.status === 'disabled' ? (
            <Button type="submit" busy={isBusy} value="active">
              {t('Enable')}
            </Button>
          ) : (
            <Button type="submit" tone="danger" busy={isBusy} value="disabled">
              {isPendingApproval(account) ? t('Refuse') : t('Disable')}
            </Button>
          )}
        </DialogActions>
      </form>
      {account.status === 'active' && <AccessSection account={account} isOwn={isOwn} />}
      {account.invited ? (
        <InviteAgain account={account} isMailOn={isMailOn} />
      ) : (
        <ResetPassword account={account} isOwn={isOwn} isMailOn={isMailOn} />
      )}
      {!isOwn && !account.invited && <UserSecurity account={account} />}
    </Dialog>
  )
}

/** Explains the rights of the account and lets an administrator view the product as that account. */
function AccessSection({ account, isOwn }: { account: UserView; isOwn: boolean }): ReactNode {
  const viewAs = (): void => {
    // A full page load, so that no cached data of the administrator's own view remains.
    sessionStorage.setItem(viewKey, `${account.id} ${account.username}`)
    location.assign('/')
  }
  return (
    <section className="reset-password" aria-labelledby="ask-about">
      <h3 id="ask-about">{t('Access')}</h3>
      <p className="ask-about">
        {isOwn ? (
          <WhyButton label={t('What may I do?')} />
        ) : (
          <>
            <WhyButton label={t('What may they do?')} account={{ id: account.id, name: account.username }} />
            <Button onClick={viewAs}>{t('View as {username}', { username: account.username })}</Button>
          </>
        )}
      </p>
    </section>
  )
}

const isPendingApproval = ({ status, invited }: UserView): boolean => status === 'pending' && !invited

function kindOfChange(before: UserView, after: AccountStatus): string {
  if (before.status === after) return 'saved'
  if (after === 'disabled') return isPendingApproval(before) ? 'refused' : 'disabled'
  return before.status === 'pending' ? 'approved' : 'enabled'
}
