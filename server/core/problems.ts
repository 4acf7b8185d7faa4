import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, titleOfStatus, serviceUnavailable, badRequest } from '#domain/problem.ts'
import { RefusalLog } from './refusal-log.ts'
import { t } from '#domain/messages/t.ts'

const messagesByStatus: Record<number, string> = {
  400: 'The request could not be read',
  404: 'There is nothing at this address',
  405: 'This method is not allowed here',
  408: 'The request took too long to arrive',
  414: 'The address is too long',
  415: 'Send JSON, with the header Content-Type: application/json',
  431: 'The headers are too large',
  503: 'The server is stopping or very busy. Try again in a moment',
}

function messageOfStatus(status: number): string {
  const message = messagesByStatus[status] ?? 'The request could not be read'
  return t(message)
}

/** Why a request was answered 5xx. */
export type ErrorKind = 'internal' | 'database' | 'refused'

/** Turns every error into a response: a message for a problem, only the request id for an internal error. */
export function addErrorHandler(
  app: FastifyInstance,
  problemOf: (error: unknown) => Problem | undefined,
  /** Checks whether the database is the cause of an unexplained error. */
  checkStore?: () => Promise<{ message: string } | undefined>,
  onError: (kind: ErrorKind) => void = () => {},
): void {
  const refusals = new RefusalLog()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const problem =
      error instanceof Problem ? error : (problemOf(error) ?? problemOfFramework(error, request))
    if (!problem) {
      onError('internal')
      request.log.error({ reqId: request.id, err: error }, 'request failed')
      const trouble = await checkStore?.().catch(() => undefined)
      if (trouble) return sendProblem(reply, serviceUnavailable(t(trouble.message), 60))
      const msg = t(
        'Something went wrong on our side. Nothing was saved. If it happens again, give the administrator this number: {request}',
        { request: request.id },
      )
      return sendProblem(reply, new Problem(500, { msg }))
    }
    if (problem.status >= 500) onError(error instanceof Problem ? 'refused' : 'database')
    // A 503 thrown by our own code is a decision, so its stack is of no use.
    if (problem.status === 503 && error instanceof Problem)
      refusals.record(app.log, request.id, problem.message)
    else if (problem.status >= 500)
      request.log.warn({ reqId: request.id, err: error }, 'request could not be served')
    return sendProblem(reply, problem)
  })
}

/** Maps errors of the framework by status; their own messages are for programmers. */
function problemOfFramework(error: FastifyError, request: FastifyRequest): Problem | undefined {
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return badRequest(t('The request is empty; JSON was expected'))
  const status = error.statusCode
  if (status === undefined || status < 400 || (status >= 500 && status !== 503)) return undefined
  const msg =
    status === 413
      ? t('This is too large: at most {size} kB can be sent at once', {
          size: request.routeOptions.bodyLimit / 1024,
        })
      : messageOfStatus(status)
  return status === 503 ? serviceUnavailable(msg) : new Problem(status, { msg })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { msg, errors = [], extra = {}, retryAfterSeconds, challenge = 'Bearer' } = problem.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (problem.status === 401) reply.header('www-authenticate', challenge)
  const title = titleOfStatus(problem.status)
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type: 'about:blank',
        title: t(title),
        status: problem.status,
        detail: msg,
        errors: errors.map(({ field, message }) => ({ field, message })),
        ...extra,
        msg,
      }),
    )
}
