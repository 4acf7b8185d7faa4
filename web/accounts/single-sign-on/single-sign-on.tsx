import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { readOr } from '../../api/read.ts'
import { openSignOnSession } from '../log-in-api.ts'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface SingleSignOnProps {
  /** The path to open afterwards; null for the landing page of the account. */
  to: string | null
  /** The provider has sent the browser back, and the session can be requested. */
  isReturning: boolean
  onLoggedIn: (account: OwnAccountView) => Promise<void>
}

/** Log-in at the provider of the firm, where one is set up. */
export function SingleSignOn({ to, isReturning, onLoggedIn }: SingleSignOnProps): ReactNode {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: label } = useQuery([], readProvider)
  const { submit } = useSubmit({
    send: openSignOnSession,
    onSuccess: onLoggedIn,
    failure: (error) => ({ text: sentenceOf(error), crossesPages: true }),
    onFailure: () => navigate({ search, hash: '' }, { replace: true }),
  })
  const isRequested = useRef(false)
  useEffect(() => {
    if (!isReturning || isRequested.current) return
    isRequested.current = true
    void submit(undefined)
  }, [isReturning, submit])
  if (!label) return null
  const query = to === null ? '' : `?return=${encodeURIComponent(to)}`
  return (
    <p className="form-actions">
      <a className="button button-plain" href={`/api/auth/oidc/start${query}`}>
        {t('Log in with {label}', { label })}
      </a>
    </p>
  )
}

/** The name of the provider; null if there is none. */
async function readProvider(signal: AbortSignal): Promise<string | null> {
  const none: { label: string | null } = { label: null }
  return (await readOr('/api/auth/oidc', none, { anonymous: true, signal })).label
}
