import { useState, type SubmitEvent, type ReactNode } from 'react'
import type { RoleRow } from '#domain/api/access/roles.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { invite } from './user-security-api.ts'
import type { OneTimeLink } from './users-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { AccessPreview } from './access-preview.tsx'
import { UserScopeField, canHavePlaces, placesOf, validateScope, type UserScope } from './user-scope.tsx'
import { OneTimeLinkField } from './one-time-link.tsx'
import { RoleField } from './role-field.tsx'
import { t } from '#domain/messages/t.ts'

export interface InviteUserProps {
  roles: readonly RoleRow[]
  /** Links can be sent by e-mail. */
  isMailOn: boolean
}

/** The dialog that makes an invitation link. */
export const InviteDialog = ({ onClose, ...props }: InviteUserProps & { onClose: () => void }): ReactNode => (
  <Dialog heading={t('Invite a user')} onClose={onClose}>
    <InviteForm {...props} />
  </Dialog>
)

interface InvitationLink {
  email: string
  link: OneTimeLink
}

function InviteForm({ roles, isMailOn }: InviteUserProps): ReactNode {
  const [made, setMade] = useState<InvitationLink | null>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('')
  const [scope, setScope] = useState<UserScope>({ as: 'employee', places: [] })
  const sees = roles.find((each) => each.role === role)?.sees ?? 'everything'
  const hasPlaces = canHavePlaces(role)

  const { isBusy, problems, submit, setProblems } = useSubmit({
    send: invite,
    failure: t('The invitation was not made'),
    fields: ['email', 'role', 'places'],
    otherwise: 'email',
    onSuccess: (link) => setMade({ email, link }),
  })
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    const pressed = submitter instanceof HTMLButtonElement ? submitter.value : ''
    const wrong = hasPlaces ? validateScope(scope) : undefined
    if (wrong) {
      notify(null)
      setProblems({ places: wrong })
      form.querySelector<HTMLInputElement>('[name=places]')?.focus()
      return
    }
    void submit({ email, role, places: placesOf(hasPlaces, scope), send: pressed === 'send' }, form)
  }
  if (made) return <LinkResult {...made} />
  return (
    <form className="stack account-form" noValidate onSubmit={onSubmit}>
      <Field label={t('Email')} hint={t('The login name of the account.')} problem={problems.email}>
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            type="email"
            name="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <RoleField roles={roles} role={role} held={null} problem={problems.role} onChange={setRole} />
      {hasPlaces && (
        <UserScopeField
          account={{ email: email.trim() }}
          sees={sees}
          scope={scope}
          problem={problems.places}
          onChange={setScope}
        />
      )}
      <AccessPreview email={email} role={role} hasPlaces={hasPlaces} scope={scope} roles={roles} />
      <DialogActions>
        {isMailOn && (
          <Button type="submit" tone="main" busy={isBusy} value="send">
            {t('Send invitation')}
          </Button>
        )}
        <Button type="submit" tone={isMailOn ? 'plain' : 'main'} busy={isBusy} value="make">
          {isMailOn ? t('Create a link instead') : t('Create invitation link')}
        </Button>
      </DialogActions>
    </form>
  )
}

const LinkResult = ({ email, link }: InvitationLink): ReactNode => (
  <div className="stack">
    <OneTimeLinkField label={t('Invitation link')} recipient={email} link={link} />
  </div>
)

/** For an invitation that was lost or has expired. */
export function InviteAgain({ account, isMailOn }: { account: UserView; isMailOn: boolean }): ReactNode {
  const [made, setMade] = useState<InvitationLink | null>(null)
  const { email, role } = account
  const { isBusy, submit } = useSubmit({
    send: (send: boolean) => invite({ email, role: role ?? '', send }),
    failure: t('The new invitation was not made'),
    onSuccess: (link) => setMade({ email, link }),
  })
  return (
    <section className="reset-password" aria-labelledby="invitation">
      <h3 id="invitation">{t('Invitation')}</h3>
      {made ? (
        <LinkResult {...made} />
      ) : (
        <>
          <p>{t('The link has not been used yet. A new link replaces it.')}</p>
          <p className="ask-about">
            <Button busy={isBusy} onClick={() => void submit(false)}>
              {t('Create a new link')}
            </Button>
            {isMailOn && (
              <Button busy={isBusy} onClick={() => void submit(true)}>
                {t('Send it by e-mail')}
              </Button>
            )}
          </p>
        </>
      )}
    </section>
  )
}
