import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/home.ts'
import { serve } from '../core/serve.ts'
import { readHome } from './home-service.ts'

export function addHomeRoutes(app: FastifyInstance, version: string): void {
  serve(app, api.readHome, (ctx) => readHome(ctx, version))
}
