import type { FastifyInstance } from 'fastify'
import * as own from '#domain/api/accounts/own-account.ts'
import * as signIn from '#domain/api/accounts/sign-in.ts'
import { reportTogether } from '../core/report-together.ts'
import { serve } from '../core/serve.ts'
import * as accounts from './account-service.ts'
import { ownView } from './account-view.ts'
import { acceptInvitation } from './invitation.ts'
import { chooseLocation } from './location-consent.ts'
import { deviceOf } from './sign-in/device-of-request.ts'
import * as devices from './sign-in/known-devices.ts'
import { isLocalRequest } from './sign-in/local-request.ts'
import { resetPassword } from './sign-in/password-reset.ts'
import { requestReset, sendResetLink } from './sign-in/reset-mail.ts'
import * as factor from './sign-in/second-factor.ts'
import { addSignOnRoutes } from './single-sign-on/sign-on-routes.ts'
import * as users from './user-service.ts'

/** Signing in, and the own account. */
export function addAccountRoutes(app: FastifyInstance): void {
  addSignInRoutes(app)
  addSignOnRoutes(app)
  addOwnAccountRoutes(app)
  addFactorRoutes(app)
  addDeviceRoutes(app)
}

function addSignInRoutes(app: FastifyInstance): void {
  serve(
    app,
    signIn.register,
    (ctx, { body, request }) => accounts.register(ctx, body, deviceOf(request), isLocalRequest(request)),
    {
      preHandler: [
        async ({ ctx }) => accounts.countRegistration(ctx),
        reportTogether(signIn.register, accounts.problemsOfRegistration),
      ],
    },
  )
  serve(app, signIn.login, (ctx, { body, request }) => accounts.login(ctx, body, deviceOf(request)))
  serve(app, signIn.logout, (ctx) => accounts.logout(ctx))
  serve(app, signIn.acceptInvitation, (ctx, { body, request }) =>
    acceptInvitation(ctx, body, deviceOf(request)),
  )
  serve(app, signIn.resetPassword, (ctx, { body }) => resetPassword(ctx, body))
  serve(app, signIn.readResetMail, (ctx) => ({ isOffered: Boolean(ctx.mailer) }))
  serve(app, signIn.requestReset, async (ctx, { body, reply }) => {
    const message = await requestReset(ctx, body)
    // Sends the mail even if the client has disconnected.
    reply.raw.once('close', () => ctx.mailer?.runInBackground(() => sendResetLink(ctx, body.email)))
    return message
  })
}

function addOwnAccountRoutes(app: FastifyInstance): void {
  serve(app, own.readOwnAccount, async (ctx) =>
    ownView(ctx.store.read, await accounts.ownAccount(ctx), ctx.actor),
  )
  serve(app, own.changePassword, (ctx, { body, request }) =>
    accounts.changePassword(ctx, body, deviceOf(request)),
  )
  serve(app, own.chooseLanguage, (ctx, { body }) => accounts.chooseLanguage(ctx, body.language))
  serve(app, own.chooseLocation, (ctx, { body }) => chooseLocation(ctx, body.isAllowed))
  serve(app, own.listOwnSessions, users.ownSessions)
  serve(app, own.endOwnSession, (ctx, { params }) => users.endOwnSession(ctx, params.id))
}

function addFactorRoutes(app: FastifyInstance): void {
  serve(app, own.readFactor, factor.ownFactor)
  serve(app, own.startFactor, (ctx, { body }) => factor.startOwnFactor(ctx, body.password))
  serve(app, own.confirmFactor, (ctx, { body }) => factor.confirmOwnFactor(ctx, body.code))
  serve(app, own.turnOffFactor, (ctx, { body }) => factor.turnOffOwnFactor(ctx, body))
  serve(app, own.renewRecoveryCodes, (ctx, { body }) => factor.renewOwnRecoveryCodes(ctx, body))
}

function addDeviceRoutes(app: FastifyInstance): void {
  serve(app, own.listNewDevices, devices.newDevices)
  serve(app, own.confirmDevice, (ctx, { params }) => devices.confirmDevice(ctx, params.id))
  serve(app, own.reportDevice, (ctx, { params }) => devices.reportDevice(ctx, params.id))
}
