import { useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { logIn } from '../api/accounts.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { sameSitePath } from '../api/same-site-path.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'

export function LoginPage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    notify(null)
    setBusy(true)
    try {
      await logIn(String(typed.get('email')), String(typed.get('password')))
      notify({ tone: 'good', text: accountMessages.loggedIn, crossesPages: true })
      await navigate(sameSitePath(query.get('to'), location.origin), { replace: true })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
      form.querySelector<HTMLInputElement>('[name=password]')?.select()
      setBusy(false)
    }
  }
  return (
    <Page heading="Login" width="narrow" lead={query.has('to') ? 'Please log in to go on.' : undefined}>
      <form className="card stack" onSubmit={(event) => void submit(event)}>
        <Field label="Email">
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              type="email"
              name="email"
              autoComplete="username"
              required
            />
          )}
        </Field>
        <Field label="Password">
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              type="password"
              name="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Login
          </Button>
          <span>
            No account yet? <Link to="/register">Register</Link>
          </span>
        </div>
      </form>
    </Page>
  )
}
