import { currentReader } from '../messages/language.ts'
import { ApiProblem, Unreachable } from './api-problem.ts'
import { maxTries, maxWait, retryDelay, sleep } from './retry-after.ts'
import { currentSession, endSession, viewedAs } from './session.ts'

interface RequestOptions {
  /** Sent as JSON; a Blob is sent unchanged. */
  body?: unknown
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sends no token: for visitors, and so that a stale token cannot break a log-in. */
  anonymous?: boolean
}

let reads = new AbortController()

/**
 * Aborts pending reads, and those that begin before the returned function is called: during a log-out the server would
 * reject their token.
 */
export function abortReads(): () => void {
  reads.abort()
  return () => {
    reads = new AbortController()
  }
}

let tokenChange: Promise<unknown> | undefined

/**
 * Sends a request that replaces the token. Others wait for it: the server rejects the old token as soon as it has committed
 * the new one, which is before this browser has it.
 */
export async function replaceToken(change: () => Promise<void>): Promise<void> {
  const pending = change()
  tokenChange = pending.catch(() => undefined)
  await pending.finally(() => (tokenChange = undefined))
}

/** Sends every JSON request of the web app. Throws `ApiProblem`, `Unreachable` or the reason of an abort. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetchResponse(method, path, options)
  const answer = await readJson(response)
  // A successful response without JSON is not from the server (a captive portal), or it is incomplete.
  if (answer === undefined && response.status !== 204) throw new Unreachable('no JSON')
  return answer as T
}

/** For a response that is not JSON, such as a picture. */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<Blob> {
  return (await fetchResponse('GET', path, options)).blob()
}

/** The successful response itself, for bodies that are streamed, such as an export. */
export async function fetchResponse(
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Response> {
  const { body, query = {}, headers = {}, signal, anonymous = false } = options
  if (tokenChange) await tokenChange
  const token = anonymous ? null : currentSession().token
  const viewed = token && viewedAs()
  const isFile = body instanceof Blob
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  ).toString()
  const init: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': currentReader().wanted,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      // Also sent with writes, which the server rejects.
      ...(viewed && { 'x-view-as': viewed.split(' ')[0] }),
      ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    ...withSignals(signal, method === 'GET' && token !== null ? reads.signal : undefined),
  }
  const response = await sendWithRetry(
    search ? `${path}?${search}` : path,
    init,
    isRepeatable(method, headers),
  )
  if (response.ok) return response
  const answer = await readJson(response)
  if (response.status === 401 && token !== null) endSession(token)
  throw new ApiProblem(response.status, isObject(answer) ? answer : {})
}

function withSignals(...signals: readonly (AbortSignal | undefined)[]): { signal?: AbortSignal } {
  const present = signals.filter((signal) => signal !== undefined)
  return present.length > 0 ? { signal: AbortSignal.any(present) } : {}
}

/** Reads and requests with an idempotency key can be repeated safely. */
const isRepeatable = (method: string, headers: Record<string, string>): boolean =>
  method === 'GET' || 'idempotency-key' in headers

async function sendWithRetry(path: string, init: RequestInit, isRepeatable: boolean): Promise<Response> {
  let waited = 0
  for (let tries = 1; ; tries++) {
    const response = await send(path, init)
    const delay = isRepeatable && tries < maxTries ? retryDelay(response) : undefined
    if (delay === undefined || waited + delay > maxWait) return response
    waited += delay
    await sleep(delay, init.signal ?? undefined)
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return (await firstRead(path, init)) ?? (await fetch(path, init))
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unreachable(error)
  }
}

declare global {
  /** What web/first-files.js requested, by path and headers; undefined without a network. */
  var firstReads: Record<string, Promise<Response | undefined>> | undefined
}

/**
 * The response to what the page requested while its code was loading, once, and with the same token, language and account only. Router.ts
 * drops what the first page does not use; after a write nothing of it is used.
 */
async function firstRead(
  path: string,
  { method, headers, signal }: RequestInit,
): Promise<Response | undefined> {
  const reads = globalThis.firstReads
  if (method !== 'GET') globalThis.firstReads = undefined
  const key = path + JSON.stringify(headers)
  const read = method === 'GET' && reads?.[key]
  if (!read) return undefined
  delete reads[key]
  const response = await read
  signal?.throwIfAborted()
  return response
}

/** Undefined when the body is not JSON, as in the error page of a proxy. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
