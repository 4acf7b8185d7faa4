import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/accounts/single-sign-on.ts'
import type { SingleSignOnSettings } from '../../base/config.ts'
import type { Context } from '../../core/context.ts'
import { serve, serveFile } from '../../core/serve.ts'
import { deviceOf } from '../sign-in/device-of-request.ts'
import { openProvider, type Provider } from './provider.ts'
import {
  endSignOn,
  failureOf,
  finishSignOn,
  openSignOnSession,
  settingsOf,
  startSignOn,
  type Arrival,
} from './sign-on-service.ts'

export function addSignOnRoutes(app: FastifyInstance): void {
  let opened: Provider | undefined
  const providerOf = (ctx: Context): Provider => (opened ??= openProvider(settingsOf(ctx)))

  serve(app, api.readSingleSignOn, (ctx) => ({ label: ctx.config.singleSignOn?.label ?? null }))
  serveFile(
    app,
    api.startSingleSignOn,
    async (ctx, { query, request, reply }) => {
      const settings = settingsOf(ctx)
      const returnPath = localPath(query.return, settings.site)
      const known = readCookie(request, settings, 'browser')
      const begin = startSignOn(ctx, providerOf(ctx), { browser: known, returnPath })
      const begun = await begin.catch((error: unknown) => failureOf(ctx, error))
      if (typeof begun === 'string') return toLogIn(reply, settings, { returnPath, handover: begun })
      setCookie(reply, settings, 'browser', begun.browser)
      return reply.redirect(begun.url, 303)
    },
    { exposeHeadRoute: false },
  )
  serveFile(
    app,
    api.returnFromSingleSignOn,
    async (ctx, { request, reply }) => {
      const settings = settingsOf(ctx)
      const at = request.url.indexOf('?')
      const arrive = finishSignOn(ctx, providerOf(ctx), {
        browser: readCookie(request, settings, 'browser'),
        search: at < 0 ? '' : request.url.slice(at),
      })
      const failed = (error: unknown): Arrival => ({ returnPath: '/', handover: failureOf(ctx, error) })
      return toLogIn(reply, settings, await arrive.catch(failed))
    },
    { exposeHeadRoute: false },
  )
  serve(app, api.openSignOnSession, (ctx, { request, reply }) => {
    const settings = settingsOf(ctx)
    const handover = readCookie(request, settings, 'result')
    setCookie(reply, settings, 'result', '')
    return openSignOnSession(ctx, handover, deviceOf(request))
  })
  serve(app, api.endSingleSignOn, async (ctx, { request, reply }) => {
    const settings = ctx.config.singleSignOn
    const idToken = settings && readCookie(request, settings, 'proof')
    if (!settings || idToken === undefined) return { url: null }
    setCookie(reply, settings, 'proof', '')
    return endSignOn(ctx, providerOf(ctx), idToken)
  })
}

function toLogIn(
  reply: FastifyReply,
  settings: SingleSignOnSettings,
  { returnPath, handover, idToken = '' }: Arrival,
): FastifyReply {
  setCookie(reply, settings, 'result', handover)
  // Browsers keep 4 kB of a cookie. Without it the provider is not logged out of.
  if (idToken !== '' && idToken.length < maxProof) setCookie(reply, settings, 'proof', idToken)
  const query = returnPath === '/' ? '' : `?to=${encodeURIComponent(returnPath)}`
  return reply.redirect(`${settings.site}/login${query}#single-sign-on`, 303)
}

/** A path of this site: the value comes from the URL and is untrusted. */
function localPath(requested: string | undefined, site: string): string {
  const isPath = requested !== undefined && requested.length <= 2000 && requested.startsWith('/')
  const url = isPath ? URL.parse(requested, site) : null
  if (url?.origin !== site) return '/'
  // A path that starts with two slashes is the URL of another site.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

/**
 * `browser`: which browser began, for the ten minutes of a log-in; `result`: what the callback hands to the login page; `proof`: the ID
 * token for the log-out at the provider, as long as the longest session. It opens nothing here, and only the browser keeps it.
 */
type CookieName = 'browser' | 'result' | 'proof'

const cookieSeconds: Readonly<Record<CookieName, number>> = {
  browser: 600,
  result: 120,
  proof: 30 * 24 * 3600,
}
const maxProof = 3900

const isSecure = ({ site }: SingleSignOnSettings): boolean => site.startsWith('https:')

/** With the prefix, a browser accepts the cookie from this very host only. */
const cookieOf = (settings: SingleSignOnSettings, name: CookieName): string =>
  `${isSecure(settings) ? '__Host-' : ''}sign-on-${name}`

function readCookie(
  { headers }: FastifyRequest,
  settings: SingleSignOnSettings,
  name: CookieName,
): string | undefined {
  const start = `${cookieOf(settings, name)}=`
  const found = (headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(start))
  const value = found?.slice(start.length)
  const isValid = name === 'proof' ? /^[\w.-]{1,3900}$/ : /^[\w-]{1,100}$/
  return value !== undefined && isValid.test(value) ? value : undefined
}

/** Lax: the provider leads the browser back by a link of another site. An empty value deletes it. */
function setCookie(
  reply: FastifyReply,
  settings: SingleSignOnSettings,
  name: CookieName,
  value: string,
): void {
  const seconds = value === '' ? 0 : cookieSeconds[name]
  const attributes = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure(settings)) attributes.push('Secure')
  reply.header('set-cookie', [`${cookieOf(settings, name)}=${value}`, ...attributes].join('; '))
}
