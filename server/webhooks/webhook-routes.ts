import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/integration/webhooks.ts'
import { serve } from '../core/serve.ts'
import * as webhooks from './webhook-service.ts'

export function addWebhookRoutes(app: FastifyInstance): void {
  serve(app, api.listWebhooks, webhooks.listWebhooks)
  serve(app, api.createWebhook, (ctx, { body }) => webhooks.createWebhook(ctx, body))
  serve(app, api.changeWebhook, (ctx, { params, body }) => webhooks.changeWebhook(ctx, params.id, body))
  serve(app, api.pauseWebhook, (ctx, { params }) => webhooks.pauseWebhook(ctx, params.id))
  serve(app, api.resumeWebhook, (ctx, { params }) => webhooks.resumeWebhook(ctx, params.id))
  serve(app, api.deleteWebhook, (ctx, { params }) => webhooks.deleteWebhook(ctx, params.id))
  serve(app, api.rotateSecret, (ctx, { params }) => webhooks.rotateSecret(ctx, params.id))
  serve(app, api.testWebhook, (ctx, { params }) => webhooks.testWebhook(ctx, params.id))
  serve(app, api.listDeliveries, (ctx, { params, query }) =>
    webhooks.listDeliveries(ctx, params.id, query.after),
  )
  serve(app, api.resendDelivery, (ctx, { params }) =>
    webhooks.resendDelivery(ctx, params.id, params.delivery),
  )
}
