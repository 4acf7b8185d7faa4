import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { request } from './client.ts'

const busy = (retryAfter?: string): Response =>
  new Response('{"msg":"Try later"}', {
    status: 503,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  })
const served = (): Response => new Response('{"ok":true}')

/** Answers one request after the other; the last answer stays. */
function answering(...answers: (() => Response)[]): ReturnType<typeof vi.fn> {
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

const outcomeOf = async (asked: Promise<unknown>): Promise<unknown> => {
  const outcome = asked.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return outcome
}

it('asks a busy server again, and again, until it is served', async () => {
  const fetched = answering(busy.bind(null, '1'), busy.bind(null, '1'), served)
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('sends a write again under the key it has, and never one without a key', async () => {
  const headers = { 'idempotency-key': 'k' }
  const fetched = answering(busy.bind(null, '1'), served)
  expect(await outcomeOf(request('POST', '/api/v1/soils', { body: { a: 1 }, headers }))).toEqual({ ok: true })
  const sent = fetched.mock.calls as unknown as [string, RequestInit][]
  expect(sent.map(([, init]) => new Headers(init.headers).get('idempotency-key'))).toEqual(['k', 'k'])
  expect(sent.map(([, init]) => init.body)).toEqual(['{"a":1}', '{"a":1}'])

  const unnamed = answering(busy.bind(null, '1'), served)
  expect(await outcomeOf(request('POST', '/api/v1/soils', { body: {} }))).toBeInstanceOf(ApiProblem)
  expect(unnamed).toHaveBeenCalledTimes(1)
})

it('gives up after three more tries, or when it would take too long', async () => {
  const stubborn = answering(busy.bind(null, '1'))
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(stubborn).toHaveBeenCalledTimes(4)
  const patient = answering(busy.bind(null, '60'))
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(patient).toHaveBeenCalledTimes(1)
  const silent = answering(busy)
  expect(await outcomeOf(request('GET', '/api/v1/soils'))).toMatchObject({ status: 503 })
  expect(silent).toHaveBeenCalledTimes(1)
})

it('stops waiting when the person leaves', async () => {
  const fetched = answering(busy.bind(null, '2'), served)
  const leaving = new AbortController()
  const outcome = request('GET', '/api/v1/soils', { signal: leaving.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  leaving.abort()
  expect(await outcome).toMatchObject({ name: 'AbortError' })
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
