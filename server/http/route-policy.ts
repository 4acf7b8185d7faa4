import type { Action, Subject } from '#domain/access/policy.ts'
import type { Context } from '../context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller must be allowed to do to get past the door. A route without it keeps the server from starting. */
    may?: readonly [Action, Subject]
    /** A part of the path is a key: the log names the route instead of the path. */
    isPathSecret?: true
    /** What the description of the API says about the route; routes without it are not described. */
    description?: RouteDescription
  }
  interface FastifyRequest {
    ctx: Context
  }
}

export interface RouteDescription {
  tag: string
  summary: string
  /** How its caller proves who it is, where a token is not the way. */
  proof?: 'calendarPassword'
  /** JSON Schema, or a $ref to one. */
  query?: readonly { name: string; description: string; schema?: object }[]
  body?: object
  answer?: { status: number; description: string; schema?: object }
  /** Statuses of the problems it may answer with, besides the ones every route has. */
  problems?: readonly number[]
}
