import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/records/comments.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { addComment, editComment, listComments, removeComment } from './comment-service.ts'

export function addCommentRoutes(app: FastifyInstance): void {
  serve(app, api.listComments, (ctx, { query }) => listComments(ctx, query))
  serveAnswer(app, api.addComment, (ctx, { body }) => addComment(ctx, body))
  serve(app, api.editComment, (ctx, { params, body }) => editComment(ctx, params.id, body.body))
  serve(app, api.removeComment, (ctx, { params }) => removeComment(ctx, params.id))
}
