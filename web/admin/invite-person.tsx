import { useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { invite, type Invitation } from '../api/people-safety.ts'
import type { Person } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { roleInWords } from './account-sight.tsx'
import { LinkToHandOver } from './link-to-hand-over.tsx'

interface Made extends Invitation {
  address: string
  expiresAt: string
}

/** A link for somebody who has no account yet: whoever opens it chooses name and password, and can begin. */
export function InvitePerson({ roles }: { roles: readonly RoleRow[] }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const close = (): void => {
    setOpen(false)
    void revalidate()
  }
  return (
    <>
      <div className="invite-person">
        <Button
          onClick={() => {
            notify(null)
            setOpen(true)
          }}
        >
          Invite somebody
        </Button>
      </div>
      {isOpen && (
        <Dialog heading="Invite somebody" onClose={close}>
          <InviteForm roles={roles} />
        </Dialog>
      )}
    </>
  )
}

function InviteForm({ roles }: { roles: readonly RoleRow[] }): ReactNode {
  const [made, setMade] = useState<Made | null>(null)
  const [role, setRole] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const invitation = { email: String(new FormData(form).get('email')), role }
    notify(null)
    setBusy(true)
    try {
      setMade({ ...invitation, ...(await invite(invitation)) })
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const detail = Object.keys(found).length > 0 ? undefined : sentenceOf(error)
      notify({ tone: 'bad', text: 'Nobody was invited', detail })
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0] ?? 'email'}]`)?.focus()
      setBusy(false)
    }
  }
  if (made) return <HandOver made={made} />
  return (
    <form className="stack account-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        hint="What the person logs in with. Where it is that of an employee, the account has that employee’s place."
        problem={problems['email']}
      >
        {(attributes) => (
          <input {...attributes} className="control" type="email" name="email" autoComplete="off" />
        )}
      </Field>
      <Field label="Role" hint={role && roleInWords(role, roles)} problem={problems['role']}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value)}
          >
            <option value="">Choose…</option>
            {roles.map(({ role: code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="form-actions">
        <Button type="submit" tone="main" busy={isBusy}>
          Make the invitation
        </Button>
      </div>
    </form>
  )
}

function HandOver({ made }: { made: Made }): ReactNode {
  return (
    <div className="stack">
      <p>
        Hand this link to {made.email} yourself. It is shown only now and works once, until{' '}
        <Moment at={made.expiresAt} />.
      </p>
      <LinkToHandOver label="Invitation link" address={made.address} />
    </div>
  )
}

/** For an invitation that was lost or has expired. */
export function InviteAgain({ account }: { account: Person }): ReactNode {
  const [made, setMade] = useState<Made | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { email, role } = account
  const again = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const invitation = { email, role: role ?? '' }
      setMade({ ...invitation, ...(await invite(invitation)) })
    } catch (error) {
      notify({ tone: 'bad', text: 'No new invitation was made', detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <section className="reset-password" aria-labelledby="invitation">
      <h3 id="invitation">Invitation</h3>
      {made ? (
        <HandOver made={made} />
      ) : (
        <>
          <p>The link was not opened yet. A new one replaces it.</p>
          <Button busy={isBusy} onClick={() => void again()}>
            Make a new invitation
          </Button>
        </>
      )}
    </section>
  )
}
