import { useState, type FormEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { resetPassword } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'

const heading = 'Choose a new password'

/** Where the link of an administrator leads. Its word is the part behind the `#`, which never leaves the browser as such. */
export function ResetPage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  if (token === '') {
    const lead =
      'This link is not whole. Open it as it was handed over, or ask an administrator for a new one.'
    return <Page heading={heading} width="narrow" lead={lead} />
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    notify(null)
    setBusy(true)
    try {
      await resetPassword(token, String(new FormData(form).get('password')))
      const detail = 'Every session of the account has ended. Log in with the new password.'
      notify({ tone: 'good', text: 'Password changed', detail, crossesPages: true })
      await navigate('/login', { replace: true })
    } catch (error) {
      const wrong = problemsByField(error)['password']
      setProblem(wrong)
      notify({ tone: 'bad', text: 'Password not changed', detail: wrong ? undefined : sentenceOf(error) })
      form.querySelector<HTMLInputElement>('[name=password]')?.focus()
      setBusy(false)
    }
  }
  return (
    <Page
      heading={heading}
      width="narrow"
      lead="The link works once. Afterwards you log in with the new password."
    >
      <form method="post" className="card stack" onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          problem={problem}
        />
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Page>
  )
}
