import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { showPlain } from '#domain/catalogue/field.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { membersOf } from '#domain/input.ts'
import type { Config } from '../base/config.ts'
import { currentLanguageCode } from '../core/language.ts'
import { readAllRecords } from '../records/lookup-service.ts'
import { chosenLanguage } from './chosen-language.ts'
import { escapeHtml } from './escape-html.ts'

type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

type Service = Readonly<RecordValues>

interface FilledPage {
  /** The services it was filled with. */
  services: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

const maxCached = 400

/**
 * Sends the prerendered pages of the build (docs/decisions/010-pages-are-drawn-at-build.md) with their placeholders filled: the
 * URL of the site, the map, the firm's time zone, and on one page the services from the database.
 */
export function pageSender(
  templates: ReadonlyMap<string, string>,
  { siteUrl, mapUrl, timeZone }: Config,
): SendPage {
  const cache = new Map<string, FilledPage>()

  const fill = (
    path: string,
    code: string,
    site: string,
    services: readonly Service[] | undefined,
  ): FilledPage => {
    const list = services ? JSON.stringify(services) : ''
    const key = `${path} ${code} ${site}`
    const cached = cache.get(key)
    if (cached?.services === list) return cached
    // Without SITE_URL the address comes from the client, so the cache is limited.
    if (cache.size >= maxCached) cache.clear()
    // The build renders them twice: with content, and for when there is none.
    const isEmpty = services?.length === 0 || (path === '/contact.html' && mapUrl === undefined)
    const name = isEmpty ? path.replace('.html', '-none.html') : path
    const page = (templates.get(`/${code}${name}`) ?? templates.get(name)!)
      .replaceAll('{{site}}', () => site)
      .replaceAll('{{map}}', () => escapeHtml(mapUrl ?? ''))
      .replaceAll('{{timeZone}}', () => escapeHtml(timeZone))
    const filled = { services: list, plain: Buffer.from(services ? fillServices(page, services) : page) }
    cache.set(key, filled)
    return filled
  }

  return async (request, reply, requested) => {
    const path = requested === '/login.html' && hasTarget(request) ? '/login-to.html' : requested
    // Without the database the page is sent without its services.
    const services =
      path === '/services.html' ? await readAllRecords(request.ctx, 'service').catch(() => []) : undefined
    const wanted = chosenLanguage(request.headers) ?? currentLanguageCode()
    const code = templates.has(`/${wanted}${path}`) ? wanted : 'en'
    const page = fill(path, code, siteUrl ?? requestSiteUrl(request), services)
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, accept-language, cookie')
    if (path.endsWith('.html')) reply.header('content-language', code)
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) {
      page.br ??= await toBrotli(page.plain, brotliOptions)
      return reply.header('content-encoding', 'br').send(page.br)
    }
    if (/\bgzip\b/.test(accepted)) {
      page.gzip ??= await toGzip(page.plain, { level: 9 })
      return reply.header('content-encoding', 'gzip').send(page.gzip)
    }
    return reply.header('content-encoding', 'identity').send(page.plain)
  }
}

/** Whether the log-in leads to a page that was opened without a session, which it then says. */
const hasTarget = ({ query }: FastifyRequest): boolean => 'to' in membersOf(query)

const toBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, object, Buffer>(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** The URL of the site as the client sees it; an invalid host name is not repeated. */
export function requestSiteUrl({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const isHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
  return `${protocol}://${isHost ? host.toLowerCase() : 'localhost'}`
}

/**
 * Repeats the one card that the build rendered with placeholders. The services are also embedded as JSON, for hydration and
 * for search engines.
 */
function fillServices(page: string, services: readonly Service[]): string {
  const text = (service: Service, name: string): string => showPlain(service[name] ?? null)
  const listed = services.map((service, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Service',
      name: text(service, 'service'),
      description: text(service, 'description'),
      provider: { '@type': 'Organization', name: text(service, 'provider') },
    },
  }))
  return page.replaceAll(
    /<!--card-->(.*?)<!--\/card-->|"\{\{services\.list\}\}"|\{\{services\.json\}\}/gs,
    (placeholder, card?: string) => {
      if (card !== undefined) {
        const render = (service: Service): string =>
          card.replaceAll(/\{\{service\.(\w+)\}\}/g, (_, name: string) => escapeHtml(text(service, name)))
        return services.map(render).join('')
      }
      return jsonInHtml(placeholder.startsWith('"') ? listed : services)
    },
  )
}

/** JSON that cannot close the element around it, nor open a comment. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
