import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { can } from '#domain/access/policy.ts'
import { titleOfStatus } from '#domain/problem.ts'
import type { RouteDescription } from './route-policy.ts'

export interface DescribedRoute {
  method: string
  url: string
  may: readonly [Parameters<typeof can>[1], string]
  description: RouteDescription
}

type Json = Record<string, unknown>

/** OpenAPI 3.1, from the routes as they were registered and the catalogue as it was declared: it cannot lag behind. */
export function openApiOf(routes: readonly DescribedRoute[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
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
      },
    },
  }
}

function operationOf({ url, method, may, description }: DescribedRoute): Json {
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
    operationId: `${method.toLowerCase()}_${url.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    parameters: [...inPath, ...inQuery],
    ...(description.body && {
      requestBody: { required: true, content: { 'application/json': { schema: description.body } } },
    }),
    responses: {
      [status]: { description: meaning, ...(schema && { content: { 'application/json': { schema } } }) },
      ...Object.fromEntries(problems.map((each) => [each, { $ref: `#/components/responses/${each}` }])),
    },
    security: description.proof ? [{ [description.proof]: [] }] : isPublic ? [] : [{ token: [] }],
  }
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
        msg: { ...text, description: 'The one sentence to show a person' },
      },
    },
    account: {
      type: 'object',
      properties: {
        id: text,
        username: text,
        email: text,
        phone: text,
        status: text,
        role: text,
        version: { type: 'integer' },
      },
    },
    visitPayload: {
      type: 'object',
      description:
        'A plan (Customer_Code, Planned_Date, Planned_Time, Remarks, Assigned_To; Moves_Plan: the open plan that was seen, { Visit_ID, version } or null, so that no other is moved) or, with any field of a result, a visit made; Status: missed or cancelled, with its Reason, closes a plan; Keeps_Plan: true, a visit made besides the open plan, which stays',
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
  const schema: Json = { title: field.label, ...field.schema }
  const optional = field.presence === 'optional' || field.presence === 'noneYet'
  if (!optional || (stored && field.presence === 'generated')) return schema
  // An enumeration has to allow null by name as well.
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
  }
}

/** The problem answers every route shares, by status. */
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
