import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { accountMessages } from '#domain/contract/account-messages.ts'
import { membersOf } from '#domain/input.ts'
import { logIn } from './log-in-api.ts'
import { ApiProblem, problemsByField, Unreachable } from '../api/api-problem.ts'
import { factorPath } from '../access/factor-path.ts'
import { landingPath } from '../access/landing-path.ts'
import { sameSitePath } from '../api/same-site-path.ts'
import { useAuth } from '../api/use-auth.tsx'
import { LanguageChoice } from '../language/language-choice.tsx'
import { Button } from '../ui/button.tsx'
import { loadCode } from '../ui/load-code.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { LoggedInCard } from './logged-in-card.tsx'
import { SingleSignOn } from './single-sign-on/single-sign-on.tsx'
import { useAccountForm } from './use-account-form.ts'
import { pendingApprovalText } from './pending-approval.ts'
import { CodeField } from './passwords-form.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const ForgotPassword = deferredPart(async () => (await import('./forgot-password.tsx')).ForgotPassword)

export function LoginPage(): ReactNode {
  const query = useSearchParams()
  const { state, hash } = useLocation()
  const isEnded = membersOf(state)['isEnded'] === true
  const isReturning = hash === '#single-sign-on'
  const navigate = useNavigate()
  const { isLoggedIn, account: current } = useAuth()
  const targetPath = (account: OwnAccountView | null): string =>
    query.has('to') ? sameSitePath(query.get('to'), location.origin) : landingPath(account)
  const [needsCode, setNeedsCode] = useState(false)
  /** The address typed so far, once the user opens the password reset; null while it is closed. */
  const [resetEmail, setResetEmail] = useState<string | null>(null)
  const card = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (needsCode) card.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }, [needsCode])

  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])

  const enter = async (account: OwnAccountView): Promise<void> => {
    const target =
      account.access.secondFactor === 'missing' ? factorPath(targetPath(account)) : targetPath(account)
    if (target === '/today') await requestPack()
    const detail = account.status === 'pending' ? pendingApprovalText() : undefined
    notify({ tone: 'good', text: t(accountMessages.loggedIn), detail, crossesPages: true })
    // A link that was clicked meanwhile is not overridden.
    if (!isLeft.current) await navigate(target, { replace: true })
  }
  const { isBusy, problems, clearProblems, submit } = useAccountForm({
    order: ['email', 'code', 'password'],
    otherwise: needsCode ? 'code' : 'password',
    onSubmit: async (text) => {
      const code = needsCode ? text('code') : undefined
      const account = await logIn(text('email'), text('password'), code).catch(async (error: unknown) => {
        if (error instanceof Unreachable) return logInWithoutNetwork(text('email'), text('password'), error)
        const isCodeRequired = 'code' in problemsByField(error)
        // Nothing is wrong: the password was right, and the account has a second factor.
        if (isCodeRequired && !needsCode) return null
        throw !isCodeRequired && error instanceof ApiProblem && error.status === 401
          ? withPasswordProblem(error)
          : error
      })
      if (account === 'offline') {
        notify({ tone: 'good', text: t(accountMessages.loggedIn), crossesPages: true })
        return navigate('/outbox', { replace: true })
      }
      if (!account) return setNeedsCode(true)
      await enter(account)
      // Field accounts may have to log in again without a network.
      if (landingPath(account) === '/today') void prepareOfflineLogIn(account, text('password'))
    },
  })
  // During a login the session starts before the navigation, so a busy form does not count.
  const isSwitchingAccount = isLoggedIn && !isBusy && !isReturning
  return (
    <Page
      heading={t('Login')}
      width="narrow"
      lead={isSwitchingAccount ? undefined : leadText(query.has('to'), isEnded)}
    >
      {isSwitchingAccount && (
        <>
          <LoggedInCard to={targetPath(current)} />
          <h2 id="another-account" className="another-account">
            {t('Log in with another account')}
          </h2>
        </>
      )}
      <form
        ref={card}
        method="post"
        className={isLoggedIn ? 'card stack' : 'card stack log-in-visitor'}
        aria-labelledby={isSwitchingAccount ? 'another-account' : undefined}
        onSubmit={submit}
        onInput={(event) => {
          clearProblems()
          // Another account may have no second factor.
          if (event.target instanceof HTMLInputElement && event.target.name === 'email') setNeedsCode(false)
        }}
      >
        <EmailField label={t('Email')} problem={problems.email} />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          problem={problems.password}
          isRequired
        />
        {needsCode && (
          <CodeField
            hint={t(
              'This account has a second factor: enter the six digits your authenticator app shows, or a recovery code.',
            )}
            problem={problems.code}
          />
        )}
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Login')}
          </Button>
          <span>
            <RichText
              message="No account yet? <link>Register</link>"
              tags={{ link: (text) => <Link to="/register">{text}</Link> }}
            />
          </span>
          <button
            type="button"
            className="link"
            aria-expanded={resetEmail !== null}
            onClick={(event) => {
              const typed = event.currentTarget.form?.querySelector<HTMLInputElement>('[name=email]')
              setResetEmail(resetEmail === null ? (typed?.value ?? '') : null)
            }}
          >
            {t('Forgot your password?')}
          </button>
        </div>
      </form>
      <SingleSignOn to={query.get('to')} isReturning={isReturning} onLoggedIn={enter} />
      {resetEmail !== null && (
        <Suspense>
          <ForgotPassword email={resetEmail} />
        </Suspense>
      )}
      <div className="form-actions">
        <LanguageChoice />
      </div>
    </Page>
  )
}

const offlineLogIn = () => loadCode(() => import('../outbox/offline-log-in.ts'))

/** On a slow phone the request would wait until the screen is rendered, which can be done while it is answered. */
const requestPack = (): Promise<unknown> =>
  Promise.race([
    // The screen shows when it fails.
    loadCode(() => import('../outbox/sync.ts')).then(
      ({ wantPack }) => wantPack(),
      () => undefined,
    ),
    // Another tab may be sending.
    new Promise((resolve) => setTimeout(resolve, 300)),
  ])

async function prepareOfflineLogIn(account: OwnAccountView, password: string): Promise<void> {
  try {
    await (await offlineLogIn()).saveVerifier(account, password)
  } catch (error) {
    console.warn('This device cannot log in without a network', error)
  }
}

/** Opens the field screens of an account that logged in on this device before. */
async function logInWithoutNetwork(email: string, password: string, cause: Unreachable): Promise<'offline'> {
  const result = await offlineLogIn()
    .then(({ logInOffline }) => logInOffline(email, password))
    .catch(() => ({ kind: 'unknown' as const }))
  switch (result.kind) {
    case 'started':
      return 'offline'
    case 'wrong':
      throw withPasswordProblem(new ApiProblem(401, { msg: t(accountMessages.badCredentials) }))
    case 'blocked':
      throw new ApiProblem(429, {
        msg: t('Too many attempts. Try again in {count, plural, one {# second} other {# seconds}}', {
          count: result.seconds,
        }),
      })
    case 'unknown':
      throw new Error(
        t(
          'There is no network to log in. What you recorded on this phone is safe here. Log in when the network is back',
        ),
        { cause },
      )
  }
}

/** Shows the refusal beside the password without revealing which of the two is wrong. */
const withPasswordProblem = ({ status, document }: ApiProblem): ApiProblem => {
  const message = t('The e-mail address or the password is wrong. Check both.')
  return new ApiProblem(status, { ...document, errors: [{ field: 'password', message }] })
}

function leadText(hasTarget: boolean, isEnded: boolean): string | undefined {
  if (isEnded) return t('Your session has ended. Log in to continue; what you typed is saved.')
  return hasTarget ? t('Please log in to continue.') : undefined
}
