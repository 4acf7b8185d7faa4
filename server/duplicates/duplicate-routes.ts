import type { FastifyInstance } from 'fastify'
import * as pairs from '#domain/api/records/duplicate-pairs.ts'
import { findDuplicatesOf } from '#domain/api/records/duplicates.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { serve } from '../core/serve.ts'
import { findDuplicates } from './duplicate-service.ts'
import { listDuplicatePairs, markNotSame, searchDuplicatePairs, unmarkNotSame } from './pair-service.ts'

export function addDuplicateRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { names, identifiers } = similarityFieldsOf(entity)
    if (names.length + identifiers.length > 0)
      serve(app, findDuplicatesOf(entity), (ctx, { body }) => findDuplicates(ctx, entity.name, body))
  }
  serve(app, pairs.listDuplicatePairs, (ctx, { query }) => listDuplicatePairs(ctx, query))
  serve(app, pairs.searchDuplicatePairs, searchDuplicatePairs)
  serve(app, pairs.markNotSame, (ctx, { body }) => markNotSame(ctx, body))
  serve(app, pairs.unmarkNotSame, (ctx, { params }) => unmarkNotSame(ctx, params.one, params.other))
}
