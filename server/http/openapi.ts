import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { schemaOf } from '#domain/catalogue/stored/kinds.ts'
import { can } from '#domain/access/policy.ts'
import { titleOfStatus } from '#domain/problem.ts'
import type { RouteDescription } from '../core/route-policy.ts'

export interface DescribedRoute {
  method: string
  url: string
  may: readonly [Parameters<typeof can>[1], string]
  description: RouteDescription
  /** The path that replaces this one, which is deprecated. */
  successor?: string
}

type Json = Record<string, unknown>

/** OpenAPI 3.1, generated from the registered routes and the catalogue, so that it is never out of date. */
export function buildOpenApi(routes: readonly DescribedRoute[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = toTemplate(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'AgriDesk',
      version,
      description:
        'Every entity of the product under /api/v1, and the paths of its screens. Paths match in any letter case.',
    },
    paths,
    components: {
      schemas: schemas(),
      responses: problemResponses(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        calendarPassword: { type: 'http', scheme: 'basic' },
        deviceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a phone, which begins with agp_ and only hands in what was recorded on it',
        },
      },
    },
  }
}

const toTemplate = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

function operationOf({ url, method, may, description, successor }: DescribedRoute): Json {
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = (description.query ?? []).map((each) => ({
    in: 'query',
    schema: { type: 'string' },
    ...each,
  }))
  const isPublic = can({ kind: 'anonymous', address: '' }, ...may).allowed
  const { status, description: meaning, schema } = description.answer ?? { status: 200, description: 'Done' }
  const ofBody = description.body ? [413, 415] : []
  const problems = [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...ofBody,
    ...(description.problems ?? []),
    429,
    503,
  ]
  return {
    tags: [description.tag],
    summary: description.summary,
    ...(successor !== undefined && { deprecated: true, description: `Use ${toTemplate(successor)}` }),
    operationId: `${method.toLowerCase()}_${url.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    parameters: [...inPath, ...inQuery],
    ...(description.body && {
      requestBody: { required: true, content: { 'application/json': { schema: description.body } } },
    }),
    responses: {
      [status]: { description: meaning, ...(schema && { content: { 'application/json': { schema } } }) },
      ...Object.fromEntries(problems.map((each) => [each, { $ref: `#/components/responses/${each}` }])),
    },
    security: securityOf(description, isPublic),
  }
}

/** The ways to authenticate, each of which is enough. */
function securityOf({ proof, acceptsDeviceKey }: RouteDescription, isPublic: boolean): Json[] {
  if (proof) return [{ [proof]: [] }]
  if (isPublic) return []
  return [{ token: [] }, ...(acceptsDeviceKey ? [{ deviceKey: [] }] : [])]
}

const text = { type: 'string' }

function schemas(): Json {
  const all: Json = {
    problem: {
      type: 'object',
      required: ['type', 'title', 'status', 'detail', 'errors', 'msg'],
      properties: {
        type: text,
        title: text,
        status: { type: 'integer' },
        detail: text,
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: text, message: text },
          },
        },
        msg: { ...text, description: 'The message to show to the user' },
      },
    },
  }
  for (const entity of catalogue) {
    all[entity.name] = recordSchema(entity)
    all[`${entity.name}Input`] = inputSchema(entity)
  }
  return all
}

function recordSchema(entity: Entity): Json {
  const fields = Object.entries(entity.fields).map(([name, field]) => [name, describeField(field, true)])
  return {
    type: 'object',
    title: entity.singular,
    properties: {
      id: { type: 'string', format: 'uuid' },
      version: { type: 'integer' },
      createdAt: { type: 'string', format: 'date-time' },
      updatedAt: { type: 'string', format: 'date-time' },
      ...Object.fromEntries(fields),
    },
  }
}

function inputSchema(entity: Entity): Json {
  const fields = Object.entries(entity.fields).filter(([, field]) => field.presence !== 'generated')
  return {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(([, field]) => field.presence === 'required').map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, describeField(field)])),
  }
}

function describeField(field: Field, stored = false): Json {
  const schema: Json = { title: field.label, ...schemaOf(field) }
  const optional = field.presence === 'optional' || field.presence === 'noneYet'
  if (!optional || (stored && field.presence === 'generated')) return schema
  // An enum has to list null explicitly.
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
  }
}

/** The problem responses shared by all routes, by status. */
function problemResponses(): Json {
  const statuses = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: titleOfStatus(status),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
      },
    ]),
  )
}
