import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/accounts/users.ts'
import { serve } from '../core/serve.ts'
import { mailStatus } from './account-mail.ts'
import { invite } from './invitation.ts'
import { createResetLink } from './sign-in/password-reset.ts'
import { turnOffFactor } from './sign-in/second-factor.ts'
import * as users from './user-service.ts'

/** What administrators do with the accounts of others. */
export function addUserRoutes(app: FastifyInstance): void {
  serve(app, api.listUsers, users.listUsers)
  serve(app, api.changeUser, (ctx, { params, body }) => users.changeUser(ctx, params.id, body))
  serve(app, api.deleteUser, (ctx, { params, query }) =>
    users.deleteUser(ctx, params.id, query.revokeTokens === 'true'),
  )
  serve(app, api.createResetLink, (ctx, { params }) => createResetLink(ctx, params.id, false))
  serve(app, api.mailResetLink, (ctx, { params }) => createResetLink(ctx, params.id, true))
  serve(app, api.invite, (ctx, { body }) => invite(ctx, body))
  serve(app, api.readMailStatus, mailStatus)
  serve(app, api.listSessions, (ctx, { params }) => users.sessionsOfUser(ctx, params.id))
  serve(app, api.endSessions, (ctx, { params }) => users.endSessionsOfUser(ctx, params.id))
  serve(app, api.endSession, (ctx, { params }) => users.endSessionsOfUser(ctx, params.id, params.session))
  serve(app, api.unlinkSingleSignOn, (ctx, { params }) => users.unlinkSignOn(ctx, params.id))
  serve(app, api.turnOffFactorOf, (ctx, { params }) => turnOffFactor(ctx, params.id))
}
