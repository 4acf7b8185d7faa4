import type { FastifyInstance } from 'fastify'
import { treePageOf } from '#domain/api/records/trees.ts'
import { trees } from '#domain/trees.ts'
import { serve } from '../core/serve.ts'
import { treePage } from './tree-service.ts'

export function addTreeRoutes(app: FastifyInstance): void {
  for (const tree of trees) serve(app, treePageOf(tree), (ctx, { query }) => treePage(ctx, tree, query))
}
