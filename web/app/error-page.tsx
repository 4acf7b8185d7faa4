import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from 'react-router'
import { pageMessages } from '#domain/contract/page-messages.ts'
import { ApiProblem, sentenceOf, UnexpectedAnswer, Unreachable } from '../api/api-problem.ts'
import { optionalPart } from '../ui/optional-part.ts'
import { Page } from '../ui/page.tsx'

const WhyRefused = optionalPart(async () => (await import('./office-pages.ts')).whyRefused())

/** `isPart`: only one section of the page failed, the rest is still of use. */
export function ErrorPage({ isPart = false }: { isPart?: boolean }): ReactNode {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { heading, sentence } = explain(error)
  useRetry(error instanceof Unreachable ? error : null)
  const again = (
    <p className="links">
      <a className="button button-main" href={pathname + search}>
        Try again
      </a>
      <Link to="/">{pageMessages.returnHome}</Link>
      <Suspense>
        {error instanceof ApiProblem && error.document.subject !== undefined && (
          <WhyRefused problem={error} />
        )}
      </Suspense>
    </p>
  )
  if (isPart) {
    return (
      <section className="card">
        <h2>{heading}</h2>
        <p>{sentence}.</p>
        {again}
      </section>
    )
  }
  return (
    <Page heading={heading} lead={`${sentence}.`} width="narrow">
      {again}
    </Page>
  )
}

/** Tries again when the network is back, and from time to time, for the server may be what was missing. */
function useRetry(error: Unreachable | null): void {
  const { revalidate } = useRevalidator()
  const tries = useRef(0)
  const retry = useEffectEvent(() => {
    tries.current++
    void revalidate()
  })
  useEffect(() => {
    if (!error) return undefined
    const pause = Math.min(30_000, 2000 * 2 ** tries.current) * (1 + Math.random() / 4)
    const timer = setTimeout(retry, pause)
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [error])
}

interface Explanation {
  heading: string
  sentence: string
}

function explain(error: unknown): Explanation {
  if (error instanceof ApiProblem && error.status === 403)
    return { heading: 'Not open to you', sentence: sentenceOf(error) }
  if (error instanceof UnexpectedAnswer)
    return { heading: 'Could not load this page', sentence: sentenceOf(error) }
  if (error instanceof Unreachable) return { heading: 'No connection', sentence: sentenceOf(error) }
  const heading = pageMessages.renderError
  if (isRouteErrorResponse(error)) return { heading, sentence: `${error.status} ${error.statusText}` }
  return { heading, sentence: sentenceOf(error) }
}
