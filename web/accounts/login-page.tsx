import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { logIn } from '../api/log-in.ts'
import { ApiProblem, problemsByField } from '../api/api-problem.ts'
import { sameSitePath } from '../api/same-site-path.ts'
import { useAuth } from '../api/use-auth.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { LoggedInCard } from './logged-in-card.tsx'
import { useAccountForm } from './use-account-form.ts'
import { waitingSentence } from './waiting.ts'
import { CodeField } from './words-form.tsx'

const ForgotPassword = lazy(async () => ({
  default: (await import('./forgot-password.tsx')).ForgotPassword,
}))

export function LoginPage(): ReactNode {
  const [query] = useSearchParams()
  const isEnded = Boolean((useLocation().state as { isEnded?: boolean } | null)?.isEnded)
  const navigate = useNavigate()
  const { isLoggedIn } = useAuth()
  const wanted = (): string => sameSitePath(query.get('to'), location.origin)
  const [isCodeAsked, setCodeAsked] = useState(false)
  /** The address typed so far, from the moment somebody asks for a new password. */
  const [forgetful, setForgetful] = useState<string | null>(null)
  const card = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isCodeAsked) card.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }, [isCodeAsked])

  const { isBusy, problems, forgetProblems, submit } = useAccountForm({
    order: ['email', 'code', 'password'],
    otherwise: isCodeAsked ? 'code' : 'password',
    onSubmit: async (text) => {
      const code = isCodeAsked ? text('code') : undefined
      const account = await logIn(text('email'), text('password'), code).catch((error: unknown) => {
        const isAsking = 'code' in problemsByField(error)
        // Nothing is wrong: the password was right, and the account has a second factor.
        if (isAsking && !isCodeAsked) return null
        throw !isAsking && error instanceof ApiProblem && error.status === 401 ? besidePassword(error) : error
      })
      if (!account) return setCodeAsked(true)
      const detail = account.status === 'pending' ? waitingSentence : undefined
      notify({ tone: 'good', text: accountMessages.loggedIn, detail, crossesPages: true })
      await navigate(wanted(), { replace: true })
    },
  })
  // Whoever is logging in just now goes on at once.
  const isAnother = isLoggedIn && !isBusy
  return (
    <Page heading="Login" width="narrow" lead={isAnother ? undefined : leadOf(query.has('to'), isEnded)}>
      {isAnother && (
        <>
          <LoggedInCard to={wanted()} />
          <h2 id="another-account" className="another-account">
            Log in with another account
          </h2>
        </>
      )}
      <form
        ref={card}
        method="post"
        className="card stack"
        aria-labelledby={isAnother ? 'another-account' : undefined}
        onSubmit={submit}
        onInput={(event) => {
          forgetProblems()
          // Another account may have no second factor.
          if ((event.target as HTMLInputElement).name === 'email') setCodeAsked(false)
        }}
      >
        <EmailField label="Email" problem={problems['email']} />
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

/** Which of the two is wrong is told to nobody. */
const besidePassword = ({ status, document }: ApiProblem): ApiProblem => {
  const message = 'The e-mail address or the password is not right. Check both.'
  return new ApiProblem(status, { ...document, errors: [{ field: 'password', message }] })
}

function leadOf(isOnTheWay: boolean, isEnded: boolean): string | undefined {
  if (isEnded) return 'Your session has ended. Log in to go on: what you typed is kept.'
  return isOnTheWay ? 'Please log in to go on.' : undefined
}
