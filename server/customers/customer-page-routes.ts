import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/customer-page.ts'
import { serve } from '../core/serve.ts'
import { customerPage } from './customer-page.ts'
import { moreVisits } from './customer-visits.ts'

export function addCustomerPageRoutes(app: FastifyInstance): void {
  serve(app, api.readCustomerPage, (ctx, { params }) => customerPage(ctx, params.id))
  serve(app, api.listCustomerVisits, (ctx, { params, query }) => moreVisits(ctx, params.id, query.after))
}
