import type { Action, Subject } from '#domain/access/policy.ts'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { Context } from './context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a caller needs to use the route; a route without it keeps the server from starting. */
    may?: readonly [Action, Subject]
    /** A part of the path is a secret, so the log contains the route instead of the path. */
    isPathSecret?: true
    /** The declaration of the route, from which the OpenAPI document describes it. */
    endpoint?: Endpoint
    /** Description in the OpenAPI document; routes without one are left out. */
    description?: () => RouteDescription
  }
  interface FastifyRequest {
    ctx: Context
  }
}

export interface RouteDescription {
  tag: string
  summary: string
  /** How the caller authenticates, if not by a token. */
  proof?: 'calendarPassword'
  /** The key of a phone is accepted besides a token. */
  acceptsDeviceKey?: true
  /** JSON Schema, or a $ref to one. */
  query?: readonly { name: string; description: string; deprecated?: true; schema?: object }[]
  body?: object
  answer?: { status: number; description: string; schema?: object }
  /** Statuses of the problems it may answer with, besides the common ones. */
  problems?: readonly number[]
}
