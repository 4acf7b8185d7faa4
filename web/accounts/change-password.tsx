import { useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { changePassword } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'

export function ChangePassword({ email }: { email: string }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { revalidate } = useRevalidator()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    notify(null)
    setBusy(true)
    try {
      await changePassword(String(typed.get('current')), String(typed.get('password')))
      form.reset()
      setProblems({})
      notify({ tone: 'good', text: 'Password changed', detail: 'Your sessions on other devices have ended.' })
      await revalidate()
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const isSaidBeside = Object.keys(found).length > 0
      notify({
        tone: 'bad',
        text: 'Password not changed',
        detail: isSaidBeside ? undefined : sentenceOf(error),
      })
      const first = 'current' in found || !isSaidBeside ? 'current' : 'password'
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.select()
    }
    setBusy(false)
  }
  return (
    <form
      method="post"
      className="card stack"
      aria-labelledby="change-password"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="change-password">Change password</h2>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        problem={problems['current']}
        isRequired
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={passwordHint}
        problem={problems['password']}
        isRequired
      />
      <div className="form-actions">
        <Button type="submit" tone="main" busy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
