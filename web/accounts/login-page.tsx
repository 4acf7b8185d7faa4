import { lazy, Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { logIn } from '../api/log-in.ts'
import { ApiProblem, problemsByField, sentenceOf } from '../api/api-problem.ts'
import { sameSitePath } from '../api/same-site-path.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordField } from './password-field.tsx'
import { waitingSentence } from './waiting.ts'
import { CodeField } from './words-form.tsx'

const ForgotPassword = lazy(async () => ({
  default: (await import('./forgot-password.tsx')).ForgotPassword,
}))

export function LoginPage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [query] = useSearchParams()
  const isEnded = Boolean((useLocation().state as { isEnded?: boolean } | null)?.isEnded)
  const navigate = useNavigate()
  const [isCodeAsked, setCodeAsked] = useState(false)
  /** The address typed so far, from the moment somebody asks for a new password. */
  const [forgetful, setForgetful] = useState<string | null>(null)
  const card = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isCodeAsked) card.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }, [isCodeAsked])

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    notify(null)
    setBusy(true)
    try {
      const code = typed.get('code')
      const account = await logIn(
        String(typed.get('email')),
        String(typed.get('password')),
        code === null ? undefined : String(code),
      )
      const detail = account.status === 'pending' ? waitingSentence : undefined
      notify({ tone: 'good', text: accountMessages.loggedIn, detail, crossesPages: true })
      await navigate(sameSitePath(query.get('to'), location.origin), { replace: true })
    } catch (error) {
      const said = problemsByField(error)
      if ('code' in said && !isCodeAsked) {
        // Nothing is wrong: the password was right, and the account has a second factor.
        setCodeAsked(true)
        setBusy(false)
        return
      }
      const isWrong = error instanceof ApiProblem && error.status === 401 && !('code' in said)
      const found = isWrong
        ? { password: 'The e-mail address or the password is not right. Check both.' }
        : said
      setProblems(found)
      notify({ tone: 'bad', text: sentenceOf(error) })
      const first =
        ['email', 'code'].find((name) => name in found) ?? (isCodeAsked && !isWrong ? 'code' : 'password')
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.select()
      setBusy(false)
    }
  }
  return (
    <Page heading="Login" width="narrow" lead={leadOf(query.has('to'), isEnded)}>
      <form
        ref={card}
        method="post"
        className="card stack"
        onSubmit={(event) => void submit(event)}
        onInput={(event) => {
          if (Object.keys(problems).length > 0) setProblems({})
          // Another account may have no second factor.
          if ((event.target as HTMLInputElement).name === 'email') setCodeAsked(false)
        }}
      >
        <Field label="Email" problem={problems['email']}>
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
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          problem={problems['password']}
          isRequired
        />
        {isCodeAsked && (
          <CodeField
            hint="This account has a second factor: enter the six digits your authenticator app shows, or a recovery code."
            problem={problems['code']}
          />
        )}
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Login
          </Button>
          <span>
            No account yet? <Link to="/register">Register</Link>
          </span>
          <button
            type="button"
            className="link"
            aria-expanded={forgetful !== null}
            onClick={(event) => {
              const typed = event.currentTarget.form?.querySelector<HTMLInputElement>('[name=email]')
              setForgetful(forgetful === null ? (typed?.value ?? '') : null)
            }}
          >
            Forgot your password?
          </button>
        </div>
      </form>
      {forgetful !== null && (
        <Suspense>
          <ForgotPassword email={forgetful} />
        </Suspense>
      )}
    </Page>
  )
}

function leadOf(isOnTheWay: boolean, isEnded: boolean): string | undefined {
  if (isEnded) return 'Your session has ended. Log in to go on: what you typed is kept.'
  return isOnTheWay ? 'Please log in to go on.' : undefined
}
