import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as calendarApi from '#domain/api/visits/calendar.ts'
import * as feedApi from '#domain/api/visits/calendar-feed.ts'
import { serve, serveFile } from '../core/serve.ts'
import { requestSiteUrl } from '../http/web-pages.ts'
import { readCalendar } from './calendar-service.ts'
import {
  feedState,
  makeFeed,
  readFeedByAddress,
  readFeedByPassword,
  switchFeedOff,
  type Credentials,
} from './feed-service.ts'

export function addCalendarRoutes(app: FastifyInstance): void {
  serve(app, calendarApi.readCalendar, (ctx, { query: { from, to, employee } }) =>
    readCalendar(ctx, { from, to }, employee || 'all'),
  )
  serve(app, feedApi.readFeed, feedState)
  serve(app, feedApi.createFeed, async (ctx, { request }): Promise<feedApi.CreatedFeed> => {
    const { secret, password, name, createdAt } = await makeFeed(ctx)
    const site = siteFor(request)
    return {
      createdAt,
      withPassword: { address: `${site}/api/calendar.ics`, name, password },
      address: `${site}/api/calendar/${secret}.ics`,
      addressTells: ctx.config.calendarDetails === 'everywhere' ? 'everything' : 'codes',
    }
  })
  serve(app, feedApi.switchFeedOff, switchFeedOff)
  // Not cached: another user name at the same address gets other visits.
  serveFile(app, feedApi.readFeedByPassword, async (ctx, { request, reply }) =>
    sendCalendar(reply, await readFeedByPassword(ctx, credentialsOf(request), siteFor(request))),
  )
  serveFile(app, feedApi.readFeedByAddress, async (ctx, { params, request, reply }) => {
    const content = await readFeedByAddress(ctx, params.file, siteFor(request))
    return sendCalendar(reply.header('cache-control', 'private, max-age=300'), content)
  })
}

const siteFor = (request: FastifyRequest): string => request.ctx.config.siteUrl ?? requestSiteUrl(request)

const sendCalendar = (reply: FastifyReply, content: string): FastifyReply =>
  reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="agridesk.ics"')
    .send(content)

/**
 * Basic credentials (RFC 7617). Undefined when none were sent; an unreadable header gives empty ones that match
 * nothing.
 */
function credentialsOf(request: FastifyRequest): Credentials | undefined {
  const header = request.headers.authorization ?? ''
  if (!/^basic(?:\s|$)/i.test(header)) return undefined
  const encoded = /^\S+\s+([A-Za-z0-9+/]{1,1000}={0,2})\s*$/.exec(header)?.[1] ?? ''
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { name, password }
}
