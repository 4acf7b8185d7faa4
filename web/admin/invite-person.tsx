import { useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { invite } from '../api/people-safety.ts'
import type { MadeLink, Person } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { AccessPreview } from './access-preview.tsx'
import {
  AccountSightField,
  mayBePlaced,
  placesOf,
  problemOfSight,
  type AccountSight,
} from './account-sight.tsx'
import { LinkToHandOver } from './link-to-hand-over.tsx'
import { RoleField } from './role-field.tsx'

interface InvitePersonProps {
  roles: readonly RoleRow[]
  /** Links can be sent by e-mail. */
  isMailOn: boolean
}

/** A link for somebody who has no account yet: whoever opens it chooses name and password, and can begin. */
export function InvitePerson(props: InvitePersonProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const close = (): void => {
    setOpen(false)
    void revalidate()
  }
  return (
    <>
      <Button
        onClick={() => {
          notify(null)
          setOpen(true)
        }}
      >
        Invite somebody
      </Button>
      {isOpen && (
        <Dialog heading="Invite somebody" onClose={close}>
          <InviteForm {...props} />
        </Dialog>
      )}
    </>
  )
}

interface Made {
  email: string
  link: MadeLink
}

function InviteForm({ roles, isMailOn }: InvitePersonProps): ReactNode {
  const [made, setMade] = useState<Made | null>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('')
  const [sight, setSight] = useState<AccountSight>({ as: 'employee', places: [] })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const sees = roles.find((each) => each.role === role)?.sees ?? 'everything'
  const isPlaced = mayBePlaced(role)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
    notify(null)
    const wrong = isPlaced ? problemOfSight(sight) : undefined
    if (wrong) {
      setProblems({ places: wrong })
      form.querySelector<HTMLInputElement>('[name=places]')?.focus()
      return
    }
    setBusy(true)
    try {
      const places = placesOf(isPlaced, sight)
      setMade({ email, link: await invite({ email, role, places, send: button.value === 'send' }) })
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const detail = Object.keys(found).length > 0 ? undefined : sentenceOf(error)
      notify({ tone: 'bad', text: 'Nobody was invited', detail })
      form.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0] ?? 'email'}]`)?.focus()
      setBusy(false)
    }
  }
  if (made) return <HandOver {...made} />
  return (
    <form className="stack account-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" hint="What the person logs in with." problem={problems['email']}>
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
      <RoleField roles={roles} role={role} problem={problems['role']} onChange={setRole} />
      {isPlaced && (
        <AccountSightField
          person={{ email: email.trim() }}
          sees={sees}
          sight={sight}
          problem={problems['places']}
          onChange={setSight}
        />
      )}
      <AccessPreview email={email} role={role} isPlaced={isPlaced} sight={sight} roles={roles} />
      <div className="form-actions">
        {isMailOn && (
          <Button type="submit" tone="main" busy={isBusy} value="send">
            Send the invitation
          </Button>
        )}
        <Button type="submit" tone={isMailOn ? 'plain' : 'main'} busy={isBusy} value="make">
          {isMailOn ? 'Make a link instead' : 'Make the invitation'}
        </Button>
      </div>
    </form>
  )
}

const HandOver = ({ email, link }: Made): ReactNode => (
  <div className="stack">
    <LinkToHandOver label="Invitation link" whom={email} link={link} />
  </div>
)

/** For an invitation that was lost or has expired. */
export function InviteAgain({ account, isMailOn }: { account: Person; isMailOn: boolean }): ReactNode {
  const [made, setMade] = useState<Made | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { email, role } = account
  const again = async (send: boolean): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      setMade({ email, link: await invite({ email, role: role ?? '', send }) })
    } catch (error) {
      notify({ tone: 'bad', text: 'No new invitation was made', detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <section className="reset-password" aria-labelledby="invitation">
      <h3 id="invitation">Invitation</h3>
      {made ? (
        <HandOver {...made} />
      ) : (
        <>
          <p>The link was not opened yet. A new one replaces it.</p>
          <p className="ask-about">
            <Button busy={isBusy} onClick={() => void again(false)}>
              Make a new invitation
            </Button>
            {isMailOn && (
              <Button busy={isBusy} onClick={() => void again(true)}>
                Send it by e-mail
              </Button>
            )}
          </p>
        </>
      )}
    </section>
  )
}
