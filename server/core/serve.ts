import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#domain/api/endpoint.ts'
import { readInput } from '#domain/api/read-input.ts'
import type { Context } from './context.ts'
import type { Answer } from './idempotency.ts'
import './route-policy.ts'

/** The parts of a request, as the schemas of its endpoint have read them. */
export interface RequestOf<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** What concerns the transport only: the size of the body, whether HEAD is answered like GET, and what comes before the body is read. */
type TransportOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute' | 'preHandler'>

type Handler<E extends Endpoint, Result> = (ctx: Context, input: RequestOf<E>) => Result | Promise<Result>

/** Adds the route of an endpoint; the handler returns the body of the answer. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, AnswerOf<E>>,
  options: TransportOptions = {},
): void {
  const status = endpoint.status ?? (endpoint.answer ? 200 : 204)
  addRoute(app, endpoint, options, async (ctx, input) => {
    const body = await handler(ctx, input)
    return input.reply.code(status).send(body)
  })
}

/** The same for a handler that decides the status, such as work that is done once per Idempotency-Key. */
export function serveAnswer<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, Answer<AnswerOf<E>>>,
  options: TransportOptions = {},
): void {
  addRoute(app, endpoint, options, async (ctx, input) => {
    const { status, body } = await handler(ctx, input)
    return input.reply.code(status).send(body)
  })
}

/** The same for an answer that is not JSON, such as a file: the handler sends it. */
export function serveFile<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, FastifyReply>,
  options: TransportOptions = {},
): void {
  addRoute(app, endpoint, options, async (ctx, input) => handler(ctx, input))
}

function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: TransportOptions,
  handle: (ctx: Context, input: RequestOf<E>) => Promise<FastifyReply>,
): void {
  const { method, path: url, may, isPathSecret, query, body } = endpoint
  app.route({
    ...options,
    method,
    url,
    config: { may, endpoint, ...(isPathSecret && { isPathSecret }) },
    handler: (request, reply) =>
      handle(request.ctx, {
        params: request.params as ParamsOf<E>,
        query: (query && readInput(query, request.query)) as QueryOf<E>,
        body: (body && readInput(body, request.body)) as BodyOf<E>,
        request,
        reply,
      }),
  })
}
