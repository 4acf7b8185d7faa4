import type { FastifyInstance } from 'fastify'
import { findDuplicatesOf } from '#domain/api/records/duplicates.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { serve } from '../core/serve.ts'
import { findDuplicates } from './duplicate-service.ts'

export function addDuplicateRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { names, identifiers } = similarityFieldsOf(entity)
    if (names.length + identifiers.length > 0)
      serve(app, findDuplicatesOf(entity), (ctx, { body }) => findDuplicates(ctx, entity.name, body))
  }
}
