import type * as z from 'zod/mini'
import type { Action, Subject } from '../access/policy.ts'

/** A schema of any value, or of the members of an object. */
export type Schema = z.ZodMiniType
export type ObjectSchema = z.ZodMiniObject

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Declaration {
  /** The right that a caller needs. */
  may: readonly [Action, Subject]
  /** The heading under which the API description lists it. */
  tag: string
  summary: string
  /** How the caller authenticates, if not by a token. */
  proof?: 'calendarPassword'
  /** The key of a phone is accepted besides a token. */
  acceptsDeviceKey?: true
  /** Answers an account that still has to switch on the second factor its role requires. */
  acceptsMissingFactor?: true
  /** A part of the path is a secret, so the log contains the route instead of the path. */
  isPathSecret?: true
  query?: ObjectSchema
  body?: Schema
  /** Absent if the answer has no JSON body. */
  answer?: Schema
  /** The status of success; 200 with an answer and 204 without one, unless it says otherwise. */
  status?: number
  /** What the answer means. */
  answered?: string
  /** Statuses of the problems it may answer with, besides those common to all. */
  problems?: readonly number[]
}

export interface Endpoint extends Declaration {
  method: Method
  path: string
}

/**
 * Declares a route once: the schemas validate the request, describe the route in the OpenAPI document and give the types of both sides.
 * The web app imports only the types, so that the schema library is not part of its files.
 */
export const endpoint = <const P extends string, D extends Declaration>(
  method: Method,
  path: P,
  declaration: D,
): D & { method: Method; path: P } => ({ method, path, ...declaration })

type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : never

export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['path']>, string>
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends Schema } ? z.infer<S> : undefined
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.infer<S> : undefined
export type AnswerOf<E extends Endpoint> = E extends { answer: infer S extends Schema } ? z.infer<S> : void
