import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { isMergeable, placesOf, renamable } from '#domain/catalogue/relied-upon.ts'
import { merge } from '../masters/merge-service.ts'
import { move } from '../masters/move-service.ts'
import { rename } from '../masters/rename-service.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const affected = {
  type: 'array',
  items: { type: 'object', properties: { entity: text, path: text, count: integer } },
}
const rehearse = { type: 'boolean', default: false, description: 'Only tell what would change' }

const describe = (
  entity: Entity,
  summary: string,
  required: string[],
  properties: Record<string, unknown>,
): RouteDescription => ({
  tag: entity.plural,
  summary,
  body: {
    type: 'object',
    additionalProperties: false,
    required,
    properties: { ...properties, rehearse },
  },
  answer: {
    status: 200,
    description: 'What changed, or would change',
    schema: {
      type: 'object',
      properties: {
        isRehearsal: { type: 'boolean' },
        title: text,
        follow: affected,
        toBin: affected,
        plans: integer,
        words: text,
        batch: { type: ['object', 'null'] },
        record: { $ref: `#/components/schemas/${entity.name}` },
      },
    },
  },
  problems: [404, 409, 422],
})

const fields = (names: readonly string[]): object => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})

interface WithId {
  Params: { id: string }
}

/** What changes a record together with everything that refers to it. */
export function addRepointRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { name, singular } = entity
    const one = singular.toLowerCase()
    const at = (verb: string): string => `/api/v1/${entity.path}/:id/${verb}`
    const may = ['update', name] as const
    const asked = (to: readonly string[], summary: string) => ({
      config: {
        may,
        description: describe(entity, summary, ['to', 'version'], { to: fields(to), version: integer }),
      },
    })
    if (name !== 'visit' && renamable(entity).length > 0) {
      const summary = `Give a ${one} another code or name, everywhere it is used`
      app.post<WithId>(at('rename'), asked(renamable(entity), summary), ({ ctx, params, body }) =>
        rename(ctx, name, params.id, body),
      )
    }
    if (placesOf(entity).length > 0) {
      const summary = `Put a ${one}, with all below it, under another parent`
      app.post<WithId>(at('move'), asked(placesOf(entity), summary), ({ ctx, params, body }) =>
        move(ctx, name, params.id, body),
      )
    }
    if (isMergeable(entity)) {
      const description = describe(
        entity,
        `Make one of two: the other ${one} goes to the bin`,
        ['with', 'versions'],
        {
          with: text,
          take: {
            type: 'object',
            description: 'Fields whose value is taken from the other: {"Field": "other"}',
          },
          versions: {
            type: 'object',
            description: 'The version of both, by the ids they are asked for with',
          },
        },
      )
      app.post<WithId>(at('merge'), { config: { may, description } }, ({ ctx, params, body }) =>
        merge(ctx, name, params.id, body),
      )
    }
  }
}
