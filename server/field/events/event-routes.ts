import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/events.ts'
import { maxEventBytes, maxEventsPerRequest } from '#domain/field/events.ts'
import { serve } from '../../core/serve.ts'
import { imageOf, maxPhotoBytes, withImageBodies } from '../../visits/photos/photo-routes.ts'
import { handIn } from './event-service.ts'
import { handInPhoto } from './photo-event.ts'

/** The largest events that are allowed together, and a little for the rest. */
const maxBytes = (maxEventsPerRequest + 1) * maxEventBytes

export function addEventRoutes(app: FastifyInstance): void {
  serve(app, api.sendEvents, (ctx, { body }) => handIn(ctx, body), { bodyLimit: maxBytes })
  withImageBodies(app, (scope) =>
    serve(
      scope,
      api.sendEventPhoto,
      (ctx, { params, query, request }) =>
        handInPhoto(ctx, { ...query, event: params.event, ...imageOf(request) }),
      { bodyLimit: maxPhotoBytes },
    ),
  )
}
