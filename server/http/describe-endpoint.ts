import * as z from 'zod/mini'
import type { Endpoint, ObjectSchema, Schema } from '#domain/api/endpoint.ts'
import type { RouteDescription } from '../core/route-policy.ts'

/** The description of an endpoint in the OpenAPI document, from its schemas. */
export function describeEndpoint({
  tag,
  summary,
  proof,
  acceptsDeviceKey,
  query,
  body,
  answer,
  answered = 'Done',
  status = answer ? 200 : 204,
  problems,
}: Endpoint): RouteDescription {
  return {
    tag,
    summary,
    ...(proof && { proof }),
    ...(acceptsDeviceKey && { acceptsDeviceKey }),
    ...(query && { query: describeQuery(query) }),
    ...(body && { body: toJsonSchema(body, 'input') }),
    answer: { status, description: answered, ...(answer && { schema: toJsonSchema(answer, 'output') }) },
    ...(problems && { problems }),
  }
}

const describeQuery = (query: ObjectSchema): NonNullable<RouteDescription['query']> =>
  Object.entries(query.shape).map(([name, schema]) => {
    const { description = '', deprecated, ...rest } = toJsonSchema(schema as Schema, 'input')
    return {
      name,
      description: String(description),
      ...(deprecated === true && { deprecated }),
      schema: rest,
    }
  })

function toJsonSchema(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const component = z.globalRegistry.get(zodSchema)?.['component']
      if (component !== undefined) {
        delete jsonSchema['component']
        jsonSchema.$ref = `#/components/schemas/${String(component)}`
      }
      // An answer is never written to.
      delete jsonSchema.readOnly
      // The range of safe integers goes without saying.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}
