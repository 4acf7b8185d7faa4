import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { ApiProblem } from './api-problem.ts'
import { changePassword } from '../accounts/security/own-account-api.ts'
import { logOut } from './accounts.ts'
import { request } from './client.ts'
import { startSession } from './session-account.ts'
import { clearSession, currentSession } from './session.ts'
import { setReader } from '../messages/language.ts'

const busy = (retryAfter?: string, status = 503): Response =>
  new Response('{"msg":"Try later"}', {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  })
const success = (): Response => new Response('{"ok":true}')

/** Stubs `fetch` with these responses in order; the last one is repeated. */
function stubFetch(...answers: (() => Response)[]): ReturnType<typeof vi.fn> {
  let at = 0
  const fetched = vi.fn(async () => answers[Math.min(at++, answers.length - 1)]!())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const outcomeOf = async (pending: Promise<unknown>): Promise<unknown> => {
  const outcome = pending.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return outcome
}

it('retries a 503 with Retry-After until it succeeds', async () => {
  const fetched = stubFetch(busy.bind(null, '1'), busy.bind(null, '1'), success)
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('retries an answer of a proxy whose server is gone, if it says when', async () => {
  const fetched = stubFetch(busy.bind(null, '1', 502), busy.bind(null, '1', 504), success)
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledTimes(3)
  for (const answer of [busy.bind(null, undefined, 502), busy.bind(null, '1', 500)]) {
    const other = stubFetch(answer, success)
    expect(await outcomeOf(request('GET', '/api/v1/soils'))).toBeInstanceOf(ApiProblem)
    expect(other).toHaveBeenCalledTimes(1)
  }
})

it('retries a write with its idempotency key, and never one without a key', async () => {
  const headers = { 'idempotency-key': 'k' }
  const fetched = stubFetch(busy.bind(null, '1'), success)
  expect(await outcomeOf(request('POST', '/api/v1/soils', { body: { a: 1 }, headers }))).toEqual({ ok: true })
  const sent = fetched.mock.calls as unknown as [string, RequestInit][]
  expect(sent.map(([, init]) => new Headers(init.headers).get('idempotency-key'))).toEqual(['k', 'k'])
  expect(sent.map(([, init]) => init.body)).toEqual(['{"a":1}', '{"a":1}'])

  const withoutKey = stubFetch(busy.bind(null, '1'), success)
  expect(await outcomeOf(request('POST', '/api/v1/soils', { body: {} }))).toBeInstanceOf(ApiProblem)
  expect(withoutKey).toHaveBeenCalledTimes(1)
})

it('gives up after three retries, or when the wait would be too long', async () => {
  const alwaysBusy = stubFetch(busy.bind(null, '1'))
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(alwaysBusy).toHaveBeenCalledTimes(4)
  const withLongRetryAfter = stubFetch(busy.bind(null, '60'))
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(withLongRetryAfter).toHaveBeenCalledTimes(1)
  const withoutRetryAfter = stubFetch(busy)
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(withoutRetryAfter).toHaveBeenCalledTimes(1)
})

it('stops waiting when the request is aborted', async () => {
  const fetched = stubFetch(busy.bind(null, '2'), success)
  const controller = new AbortController()
  const outcome = request('GET', '/api/v1/soils', { signal: controller.signal }).catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  expect(await outcome).toMatchObject({ name: 'AbortError' })
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('aborts reads that begin before the log-out is answered, and sends later ones', async () => {
  startSession('token', { id: '1' } as OwnAccountView)
  const { promise: answer, resolve: answerLogOut } = Promise.withResolvers<Response>()
  const fetched = vi.fn((path: string, { signal }: RequestInit) => {
    if (path === '/api/auth/logout') return answer
    return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(success())
  })
  vi.stubGlobal('fetch', fetched)
  const loggedOut = logOut()
  await expect(request('GET', '/api/v1/me/new-devices')).rejects.toMatchObject({ name: 'AbortError' })
  answerLogOut(new Response(null, { status: 204 }))
  await loggedOut
  startSession('another', { id: '2' } as OwnAccountView)
  expect(await request('GET', '/api/v1/me/new-devices')).toEqual({ ok: true })
})

it('sends requests that begin during a change of the password with the new token, also after a refused one', async () => {
  startSession('old', { id: '1' } as OwnAccountView)
  const tokens: (string | null)[] = []
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    if (path === '/api/v1/me/password') return answers.shift()!.promise
    tokens.push(new Headers(headers).get('authorization'))
    return Promise.resolve(success())
  })
  const [refused, changed] = answers
  const wrong = changePassword('wrong', 'castor-after-cotton')
  const during = request('GET', '/api/v1/notifications/unread')
  refused!.resolve(new Response('{}', { status: 422 }))
  await expect(wrong).rejects.toMatchObject({ status: 422 })
  await during
  const right = changePassword('groundnut-in-june', 'castor-after-cotton')
  const next = request('GET', '/api/v1/notifications/unread')
  changed!.resolve(new Response('{"token":"new","account":{"id":"1"}}'))
  await right
  await next
  expect(tokens).toEqual(['Bearer old', 'Bearer new'])
})

describe('what the page requested while its code was loading', () => {
  const account = { id: 'A', status: 'active' } as OwnAccountView
  const own = new Response('{"from":"the page"}')
  const headersOf = (token: string, others: Record<string, string> = {}): string =>
    JSON.stringify({
      accept: 'application/json',
      'accept-language': 'en',
      authorization: `Bearer ${token}`,
      ...others,
    })
  const early = (response: Response | undefined, token = 'one'): void => {
    globalThis.firstReads = { [`/api/v1/me${headersOf(token)}`]: Promise.resolve(response?.clone()) }
  }
  const read = (options = {}): Promise<unknown> => outcomeOf(request('GET', '/api/v1/me', options))

  beforeEach(() => startSession('one', account))
  afterEach(() => {
    globalThis.firstReads = undefined
    clearSession()
  })

  it('is used once', async () => {
    const fetched = stubFetch(success)
    early(own)
    expect(await read()).toEqual({ from: 'the page' })
    expect(fetched).not.toHaveBeenCalled()
    expect(await read()).toEqual({ ok: true })
  })

  it.each([
    ['another token', () => startSession('two', account), {}],
    [
      'an account viewed as another one',
      () => vi.stubGlobal('window', { sessionStorage: { getItem: () => 'B space' } }),
      {},
    ],
    ['another query', () => undefined, { query: { limit: '1' } }],
    ['another language', () => setReader({ wanted: 'gu' }), {}],
  ])('is not used for %s', async (_, change, options) => {
    const fetched = stubFetch(success)
    early(own)
    change()
    expect(await read(options)).toEqual({ ok: true })
    expect(fetched).toHaveBeenCalledTimes(1)
    setReader({ wanted: 'en' })
  })

  it('is not used after a write', async () => {
    stubFetch(success)
    early(own)
    await outcomeOf(request('POST', '/api/v1/soils', { body: {} }))
    expect(await read()).toEqual({ ok: true })
  })

  it('is requested again when the network failed, or the server was busy', async () => {
    const fetched = stubFetch(success)
    early(undefined)
    expect(await read()).toEqual({ ok: true })
    early(busy('1'))
    expect(await read()).toEqual({ ok: true })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('ends the session with a 401', async () => {
    stubFetch(success)
    early(new Response('{}', { status: 401 }))
    expect(await read()).toMatchObject({ status: 401 })
    expect(currentSession().token).toBeNull()
  })

  it('is dropped when the read was aborted meanwhile', async () => {
    stubFetch(success)
    early(own)
    const controller = new AbortController()
    const outcome = read({ signal: controller.signal })
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })
})
