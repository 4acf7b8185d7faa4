import { ApiProblem, Unreachable } from './api-problem.ts'
import { maxTries, maxWait, pauseBefore, sleep } from './busy-server.ts'
import { currentSession, endSession, viewedAs } from './session.ts'

interface RequestOptions {
  /** Sent as JSON; a file is sent as it is. */
  body?: unknown
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Sends no token: for what a visitor does, and so that a stale token cannot spoil a log-in. */
  anonymous?: boolean
}

/** Every request of the web app passes here. Throws `ApiProblem` or `Unreachable`, nothing else but an abort. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await ask(method, path, options)
  const answer = await readJson(response)
  // Whoever says yes in another language is not the server: a hotel's log-in page, or half an answer.
  if (answer === undefined && response.status !== 204) throw new Unreachable('no JSON')
  return answer as T
}

/** The same for what is not JSON, such as a picture. */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<Blob> {
  return (await ask('GET', path, options)).blob()
}

/** The answer, if it is a yes; for what comes in pieces, such as a long file. */
export async function ask(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, query = {}, headers = {}, signal, anonymous = false } = options
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
      ...(token !== null && { authorization: `Bearer ${token}` }),
      // With what writes as well: the server refuses it.
      ...(viewed && { 'x-view-as': viewed.split(' ')[0] }),
      ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const response = await sendUntilServed(
    search ? `${path}?${search}` : path,
    init,
    isRepeatable(method, headers),
  )
  if (response.ok) return response
  const answer = await readJson(response)
  if (response.status === 401 && token !== null) endSession(token)
  throw new ApiProblem(response.status, isObject(answer) ? answer : {})
}

/** Reading changes nothing, and what carries a key is saved once however often it comes. */
const isRepeatable = (method: string, headers: Record<string, string>): boolean =>
  method === 'GET' || 'idempotency-key' in headers

async function sendUntilServed(path: string, init: RequestInit, isRepeatable: boolean): Promise<Response> {
  let waited = 0
  for (let tries = 1; ; tries++) {
    const response = await send(path, init)
    const pause = isRepeatable && tries < maxTries ? pauseBefore(response) : undefined
    if (pause === undefined || waited + pause > maxWait) return response
    waited += pause
    await sleep(pause, init.signal ?? undefined)
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unreachable(error)
  }
}

/** Undefined when there is no JSON, as in the answer of a proxy that stands in for the server. */
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
