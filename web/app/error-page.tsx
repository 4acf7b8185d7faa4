import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router'
import { renderError, returnHome } from '#domain/contract/page-messages.ts'
import { ApiProblem, sentenceOf, UnexpectedAnswer, Unreachable } from '../api/api-problem.ts'
import { optionalComponent } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const AccessDenied = optionalComponent(async () => (await import('../access/access-denied.tsx')).AccessDenied)

/** `isPart`: only one section of the page failed, and the rest still works. */
export function ErrorPage({ isPart = false }: { isPart?: boolean }): ReactNode {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { heading, sentence } = explain(error)
  useRetry(error instanceof Unreachable ? error : null)
  const isRefusal = isRefused(error)
  const actions = (
    <p className="links">
      {!isRefusal && (
        <a className="button button-main" href={pathname + search}>
          {t('Try again')}
        </a>
      )}
      <Link to="/" className={isRefusal ? 'button button-main' : undefined}>
        {t(returnHome)}
      </Link>
      <Suspense>
        {error instanceof ApiProblem && error.document.subject !== undefined && (
          <AccessDenied problem={error} />
        )}
      </Suspense>
    </p>
  )
  if (isPart) {
    return (
      <section className="card">
        <h2>{heading}</h2>
        <p>{sentence}.</p>
        {actions}
      </section>
    )
  }
  return (
    <Page heading={heading} lead={`${sentence}.`} width="narrow">
      {actions}
    </Page>
  )
}

/** Retries when the network is back, and with backoff, because the server may have been down. */
function useRetry(error: Unreachable | null): void {
  const { revalidate } = useRevalidator()
  const tries = useRef(0)
  const retry = useEffectEvent(() => {
    tries.current++
    void revalidate()
  })
  useEffect(() => {
    if (!error) return undefined
    const delay = Math.min(30_000, 2000 * 2 ** tries.current) * (1 + Math.random() / 4)
    const timer = setTimeout(retry, delay)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [error])
}

const isRefused = (error: unknown): error is ApiProblem => error instanceof ApiProblem && error.status === 403

interface Explanation {
  heading: string
  sentence: string
}

function explain(error: unknown): Explanation {
  if (isRefused(error)) return { heading: t("You don't have access"), sentence: sentenceOf(error) }
  if (error instanceof UnexpectedAnswer)
    return { heading: t('Could not load this page'), sentence: sentenceOf(error) }
  if (error instanceof Unreachable) return { heading: t('No connection'), sentence: sentenceOf(error) }
  const heading = t(renderError)
  if (isRouteErrorResponse(error)) return { heading, sentence: `${error.status} ${error.statusText}` }
  return { heading, sentence: sentenceOf(error) }
}
