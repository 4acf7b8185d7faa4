import { request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { deliveryProblems } from '#domain/webhooks/states.ts'
import { storableText } from '#domain/text.ts'
import { toError } from '../base/errors.ts'
import type { Network } from '../base/network.ts'
import { notPublicCode, type ResolveName } from '../base/public-address.ts'
import { lookupFor, problemOfTarget } from './target.ts'

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** What became of an attempt. */
export interface Outcome {
  status: number | null
  problem: (typeof deliveryProblems)[number] | null
  /** Of the problem. */
  detail: string | null
  /** The beginning of the answer. */
  answer: string | null
}

export type SendWebhook = (message: Message, stopping: AbortSignal) => Promise<Outcome>

interface SenderOptions {
  networks: readonly Network[]
  /** Milliseconds until a target is cut off. */
  timeout?: number
  /** For tests with a certificate of their own. */
  ca?: RequestOptions['ca']
  /** For tests with names of their own. */
  resolveName?: ResolveName
}

const usualTimeout = 10_000
const maxAnswer = 1024

/** Never rejects: whatever the target does is an outcome. */
export const createWebhookSender =
  ({ networks, timeout = usualTimeout, ca, resolveName }: SenderOptions): SendWebhook =>
  async ({ url: typed, headers, body }, stopping) => {
    const url = URL.parse(typed)
    // The setting may have changed since the URL was saved.
    if (!url || problemOfTarget(typed, networks) !== undefined)
      return failed('address', url?.hostname ?? typed)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const limit = AbortSignal.timeout(timeout)
    return new Promise((resolve) => {
      let isAnswered = false
      const sent = request(
        url,
        {
          lookup: lookupFor(url, networks, resolveName),
          ...(ca !== undefined && { ca }),
          method: 'POST',
          // A connection of its own: one that is kept open was checked at another time.
          agent: false,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'AgriDesk-Webhooks/1',
          },
          signal: AbortSignal.any([limit, stopping]),
        },
        (answer) => {
          isAnswered = true
          const parts: Buffer[] = []
          let size = 0
          const done = (): void => {
            answer.destroy()
            resolve(outcomeOf(answer.statusCode ?? 0, answer.headers.location, Buffer.concat(parts)))
          }
          answer.on('data', (part: Buffer) => {
            parts.push(part)
            size += part.length
            if (size >= maxAnswer) done()
          })
          answer.on('end', done)
          // The status has arrived: an answer that breaks off counts.
          answer.on('error', done)
          answer.on('close', done)
        },
      )
      sent.on('error', (error) => {
        // The answer is cut off as well, and has its own end.
        if (isAnswered) return
        if (limit.aborted) resolve(failed('timeout', `${timeout / 1000} s`))
        else if ('code' in error && error.code === notPublicCode) resolve(failed('address', url.hostname))
        else resolve(failed('connection', describeError(error)))
      })
      sent.end(body)
    })
  }

const failed = (problem: Outcome['problem'], detail: string): Outcome => ({
  status: null,
  problem,
  detail: storableText(detail).slice(0, 500).toWellFormed(),
  answer: null,
})

function outcomeOf(status: number, location: string | undefined, content: Buffer): Outcome {
  const text = storableText(content.subarray(0, maxAnswer).toString())
  const answer = text.slice(0, maxAnswer).toWellFormed() || null
  const isRedirect = status >= 300 && status < 400
  return isRedirect
    ? { ...failed('redirect', location ?? ''), status, answer }
    : { status, problem: null, detail: null, answer }
}

/** "connect ECONNREFUSED 127.0.0.1:9" */
const describeError = (error: unknown): string => {
  const { message } = toError(error)
  return message === '' && error instanceof Error && 'code' in error ? String(error.code) : message
}
