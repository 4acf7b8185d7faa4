import { isObject } from '#domain/input.ts'
import { retryDelay } from '../../api/retry-after.ts'

export type Answer<T> =
  | {
      kind: 'answer'
      body: T
      /** Milliseconds to add to the clock of this device, by the server's time in the answer. */
      offsetTo: (now: string) => number | undefined
    }
  | { kind: 'refused'; status: number; message: string }
  /** No answer of the server, or one that asks to try again. */
  | { kind: 'unreachable'; delay: number }

/** Milliseconds for a request; a photo takes longer. */
const timeouts = { events: 45_000, photo: 120_000 }

/** Statuses about what was sent or who sent it; all others are of a server that is starting or of a network in between. */
const decided = new Set([400, 401, 403, 409, 413, 415, 422])

/**
 * Sends with the given token. Not the request of web/api/client.ts: the service worker has no session, and another tab may
 * have logged in with another account meanwhile.
 */
export async function post<T>(
  token: string,
  { path, body }: { path: string; body: object },
): Promise<Answer<T>> {
  const isImage = body instanceof Blob
  const startedAt = Date.now()
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'content-type': isImage ? body.type : 'application/json',
      },
      body: isImage ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(isImage ? timeouts.photo : timeouts.events),
    })
    const answer: T | undefined = await response.json().catch(() => undefined)
    const middle = (startedAt + Date.now()) / 2
    if (response.ok && isObject(answer)) return { kind: 'answer', body: answer, offsetTo: offsetFrom(middle) }
    // Without a body of ours it is not from the server: a captive portal or a proxy.
    if (!decided.has(response.status) || !isObject(answer))
      return { kind: 'unreachable', delay: retryDelay(response) ?? 0 }
    const { msg } = answer
    return { kind: 'refused', status: response.status, message: typeof msg === 'string' ? msg : '' }
  } catch {
    return { kind: 'unreachable', delay: 0 }
  }
}

const offsetFrom =
  (middle: number) =>
  (now: string): number | undefined => {
    const offset = Date.parse(now) - middle
    return Number.isFinite(offset) ? Math.round(offset) : undefined
  }
