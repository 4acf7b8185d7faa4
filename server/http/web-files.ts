import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguageCode } from '#domain/messages/languages.ts'
import { notFound, type Problem } from '#domain/problem.ts'
import type { Config } from '../base/config.ts'
import { sendProblem } from '../core/problems.ts'
import '../core/route-policy.ts'
import { pageSender } from './web-pages.ts'
import { t } from '#domain/messages/t.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

interface WebFile {
  type: string
  /** The build names files in this folder by a hash of their content, so they never change. */
  isImmutable: boolean
  plain: () => Buffer
  /** Compressed forms by content encoding; written by the build where they are smaller. */
  compressed: { encoding: 'br' | 'gzip'; content: Buffer }[]
}

/** Only files of the build are served: they are listed once, so a request never becomes a path on disk. */
function readWebFiles(folder: string): Map<string, WebFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  return new Map(
    paths.flatMap((path) => {
      const type = types[extname(path)]
      const address = path.slice(folder.length).replaceAll('\\', '/')
      return type ? [[address, readWebFile(path, type, address.startsWith(assetsFolder), known)]] : []
    }),
  )
}

/** What has a compressed form is kept only so: nearly all browsers accept it, and the start reads a third of the bytes. */
function readWebFile(path: string, type: string, isImmutable: boolean, known: ReadonlySet<string>): WebFile {
  const br = known.has(`${path}.br`) && readFileSync(`${path}.br`)
  const gzip = known.has(`${path}.gz`) && readFileSync(`${path}.gz`)
  const plain = gzip ? undefined : readFileSync(path)
  return {
    type,
    isImmutable,
    plain: () => plain ?? gunzipSync(gzip || ''),
    compressed: [
      ...(br ? [{ encoding: 'br' as const, content: br }] : []),
      ...(gzip ? [{ encoding: 'gzip' as const, content: gzip }] : []),
    ],
  }
}

const assetsFolder = '/assets/'
const notFoundPage = '/not-found.html'

export interface WebFiles {
  addTo: (app: FastifyInstance) => void
  /** Answers an unknown address: the API with a problem, browsers with a page. */
  refuseAddress: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<FastifyReply>
}

export function openWebFiles(folder: string, config: Config): WebFiles {
  const files = readWebFiles(folder)
  const templates = new Map(
    [...files].filter(([path]) => isTemplate(path)).map(([path, { plain }]) => [path, plain().toString()]),
  )
  const sendPage = pageSender(templates, config)
  const refuseAddress: WebFiles['refuseAddress'] = async (request, reply, problem) => {
    const path = pathOf(request)
    const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(path)
    return isPageRequest && templates.has(notFoundPage) && !/\.\w+$/.test(path)
      ? sendPage(request, reply.code(problem.status).type(types['.html']!), notFoundPage)
      : sendProblem(reply, problem)
  }
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const what = t('There is nothing at {method} {path}', {
      method: request.method,
      path: pathOf(request).slice(0, 200),
    })
    return refuseAddress(request, reply, notFound(what))
  }
  const addTo = (app: FastifyInstance): void => {
    const open = { config: { may: ['read', 'site'] as const } }
    // One route for the many files of the build, whose names the router compares without regard to case.
    const assets = new Map([...files].map(([path, file]) => [path.toLowerCase(), file]))
    app.get<{ Params: { '*': string } }>(`${assetsFolder}*`, open, (request, reply) => {
      const file = assets.get(`${assetsFolder}${request.params['*']}`.toLowerCase())
      return file ? sendFile(request, reply, file) : refuseUnknown(request, reply)
    })
    for (const [path, file] of files) {
      if (!isTemplate(path) && !file.isImmutable)
        app.get(path, open, (request, reply) => sendFile(request, reply, file))
    }
    for (const path of templates.keys()) {
      if (path === notFoundPage || isVariant(path) || isTranslation(path)) continue
      app.get(addressOf(path), open, (request, reply) =>
        sendPage(request, reply.type(types[extname(path)]!), path),
      )
    }
    app.setNotFoundHandler(refuseUnknown)
  }
  return { addTo, refuseAddress }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

/** However it is spelled: percent-encoded, with two slashes, or as a whole URL. */
function isApiPath(path: string): boolean {
  const isApi = (text: string): boolean => /^(?:[a-z]+:\/\/[^/]*)?\/+api(?:\/|$)/i.test(text)
  try {
    return isApi(decodeURIComponent(path))
  } catch {
    return isApi(path)
  }
}

/** Files with placeholders that the server fills. */
const isTemplate = (path: string): boolean => /\.html$|^\/(robots\.txt|sitemap\.xml)$/.test(path)

/** Sent by web-pages.ts instead of another page. */
const isVariant = (path: string): boolean => /-none\.html$|\/login-to\.html$/.test(path)

/** Such as `/gu/about.html`, which is sent instead of `/about.html`. */
const isTranslation = (path: string): boolean => isLanguageCode(path.split('/')[1])

/** `/index.html` is the page at `/`, `/about.html` the one at `/about`, `/customers/_code.html` that of any customer. */
const addressOf = (path: string): string =>
  path.replace(/(?:\/?index)?\.html$/, '').replaceAll('/_', '/:') || '/'

/** Security headers that browsers apply to documents only; those of all the files of a page are larger than its styles. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
] as const

const isPartOfPages = ({ isImmutable, type }: WebFile): boolean =>
  isImmutable && /^text\/(?:javascript|css)/.test(type)

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  if (isPartOfPages(file)) for (const name of documentHeaders) reply.removeHeader(name)
  const accepted = request.headers['accept-encoding'] ?? ''
  const found = file.compressed.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted))
  reply.type(file.type).header('vary', 'accept-encoding')
  reply.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  return found
    ? reply.header('content-encoding', found.encoding).send(found.content)
    : reply.send(file.plain())
}
