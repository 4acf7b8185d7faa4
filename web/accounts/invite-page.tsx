import { useState, type FormEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { acceptInvitation } from '../api/own-safety.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'

const heading = 'Open your account'
const order = ['username', 'phone', 'password']

/** Where an invitation leads. Its word stands behind the `#`, which never leaves the browser as such, and after it the e-mail. */
export function InvitePage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [token = '', email = ''] = useLocation().hash.slice(1).split('~')
  const navigate = useNavigate()
  if (token === '') {
    const lead =
      'This link is not whole. Open it as it was handed over, or ask an administrator for a new one.'
    return <Page heading={heading} width="narrow" lead={lead} />
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const text = (name: string): string => String(typed.get(name) ?? '')
    notify(null)
    setBusy(true)
    try {
      const [username, phone, password] = [text('username'), text('phone'), text('password')]
      await acceptInvitation({ token, username, phone, password })
      const detail = 'From now on you log in with your e-mail address and this password.'
      notify({ tone: 'good', text: 'Your account is open', detail, crossesPages: true })
      await navigate('/', { replace: true })
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const first = order.find((name) => name in found)
      notify({
        tone: 'bad',
        text: 'The account is not open yet',
        detail: first ? undefined : sentenceOf(error),
      })
      form.querySelector<HTMLInputElement>(`[name=${first ?? 'username'}]`)?.focus()
      setBusy(false)
    }
  }
  const address = decoded(email)
  return (
    <Page
      heading={heading}
      width="narrow"
      lead={`You were invited${address && ` as ${address}`}. Choose a name and a password; the link works once.`}
    >
      <form method="post" className="card stack" onSubmit={(event) => void submit(event)}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="email" autoComplete="username" value={address} readOnly hidden />
        <Field label="User Name" problem={problems['username']}>
          {(attributes) => (
            <input {...attributes} className="control" name="username" autoComplete="name" required />
          )}
        </Field>
        <Field label="Phone" isOptional problem={problems['phone']}>
          {(attributes) => (
            <input {...attributes} className="control" type="tel" name="phone" autoComplete="tel" />
          )}
        </Field>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          problem={problems['password']}
          isRequired
        />
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Open the account
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** Whoever cut the link short gets a page all the same. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
