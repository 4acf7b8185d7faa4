import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { everyRecord } from '../resources/lookup-service.ts'
import { escapeHtml } from './escape-html.ts'

type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

type Service = Partial<Record<string, unknown>>

interface Filled {
  /** What it was filled in with, besides the address. */
  services: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

const mostKept = 200

/**
 * Sends the pages that the build drew (see docs/decisions/010-pages-are-drawn-at-build.md), with the gaps filled in:
 * the address of the site, the map, the firm's time zone, and on one page the services, which only the database knows.
 */
export function pageSender(
  templates: ReadonlyMap<string, string>,
  { siteUrl, mapUrl, timeZone }: Config,
): SendPage {
  const kept = new Map<string, Filled>()

  const fill = (path: string, site: string, services: readonly Service[] | undefined): Filled => {
    const list = services ? JSON.stringify(services) : ''
    const key = `${path} ${site}`
    const known = kept.get(key)
    if (known?.services === list) return known
    // The address comes from the visitor unless SITE_URL is set: nobody fills the memory with inventions.
    if (kept.size >= mostKept) kept.clear()
    // Drawn twice: with what there is to show, and for when there is nothing.
    const isEmpty = services?.length === 0 || (path === '/contact.html' && mapUrl === undefined)
    const name = isEmpty ? path.replace('.html', '-none.html') : path
    const page = templates
      .get(name)!
      .replaceAll('{{site}}', () => site)
      .replaceAll('{{map}}', () => escapeHtml(mapUrl ?? ''))
      .replaceAll('{{timeZone}}', () => escapeHtml(timeZone))
    const filled = { services: list, plain: Buffer.from(services ? fillServices(page, services) : page) }
    kept.set(key, filled)
    return filled
  }

  return async (request, reply, path) => {
    // A page without its services is better than none while the database is away.
    const services =
      path === '/services.html' ? await everyRecord(request.ctx, 'service').catch(() => []) : undefined
    const page = fill(path, siteUrl ?? siteOf(request), services)
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    const accepted = String(request.headers['accept-encoding'] ?? '')
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

const toBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, object, Buffer>(gzip)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Where the visitor says the site is; anything that is no host name is not repeated. */
export function siteOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const isHost = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
  return `${protocol}://${isHost ? host.toLowerCase() : 'localhost'}`
}

/**
 * The build drew one card, with a name in double braces for each value; here it is repeated. The same services go into
 * the page as data: for the browser, which takes the cards over, and for search engines.
 */
function fillServices(page: string, services: readonly Service[]): string {
  const text = (service: Service, name: string): string => String(service[name] ?? '')
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
    (gap, card?: string) => {
      if (card !== undefined) {
        const draw = (service: Service): string =>
          card.replaceAll(/\{\{service\.(\w+)\}\}/g, (_, name: string) => escapeHtml(text(service, name)))
        return services.map(draw).join('')
      }
      return jsonInHtml(gap.startsWith('"') ? listed : services)
    },
  )
}

/** JSON that cannot end the element it stands in, nor begin a comment. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
