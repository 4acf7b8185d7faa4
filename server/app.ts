import compress from '@fastify/compress'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { badRequest } from '#domain/problem.ts'
import { authenticator } from './accounts/sign-in/authenticator.ts'
import type { Config } from './base/config.ts'
import { features } from './features.ts'
import './hooks.ts'
import { addErrorHandler } from './core/problems.ts'
import { addAuthentication } from './accounts/sign-in/authenticate.ts'
import { CallerKeys } from './http/load-shedding/caller-keys.ts'
import { addCallers } from './http/load-shedding/callers.ts'
import { addDeprecationHeaders, rewriteDeprecatedUrl } from './http/deprecated-paths.ts'
import { addDescriptionRoutes } from './http/description-routes.ts'
import { addHeadRoutes } from './http/head-routes.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { addImportRoutes } from './imports/import-routes.ts'
import { addHomeRoutes } from './home/home-routes.ts'
import { addLoadShedding } from './http/load-shedding/load-shedding.ts'
import { addBackupMetrics } from './backups/backup-metrics.ts'
import { backupStatus } from './backups/backup-status.ts'
import { createHttpServer } from './http/connections/http-server.ts'
import { addMetrics, type Metrics } from './http/metrics.ts'
import { addLanguages } from './core/language.ts'
import { readJson } from './core/read-json.ts'
import { limitSlowBodies } from './http/connections/slow-bodies.ts'
import { addStoreGuard } from './http/store-guard.ts'
import {
  addAddressCheck,
  addRequestLog,
  addSecurityHeaders,
  securityHeaders,
} from './http/security-headers.ts'
import { openWebFiles } from './http/web-files.ts'
import { startImportWorker } from './imports/import-worker.ts'
import { addStoreMetrics } from './operations/store-metrics.ts'
import { addMaintenance } from './operations/maintenance.ts'
import { openMailer, type Mailer } from './base/mailer.ts'
import type { Store } from './store/store.ts'
import { toError } from './base/errors.ts'
import { t, type Language } from '#domain/messages/t.ts'

export interface AppDeps {
  store: Store
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  version: string
  /** The folder of the built web app. */
  webFolder: string
  stopping?: () => boolean
  /** Besides English. */
  languages?: readonly Language[]
  /** Called before routes are added, so that a test can observe them. */
  beforeRoutes?: (app: FastifyInstance) => void
}

export interface App {
  server: FastifyInstance
  metrics: Metrics
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined
}

const maxBytes = 256 * 1024

/** The schemas of endpoints are read by zod; without this, Fastify loads the JSON Schema validator that it has by default. */
const noSchemas = (): never => {
  throw new Error('A route has a JSON Schema: declare it by an endpoint instead')
}

/** Builds the server: first the hooks that every request passes, then the routes of the features. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { store, config, now } = deps
  const setSecurityHeaders = securityHeaders(config)
  const webFiles = openWebFiles(deps.webFolder, config)
  const app = fastify({
    loggerInstance: deps.log,
    // One log line per request, written when it is answered (addRequestLog), instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A child logger per request costs more than naming the request in the few lines that are logged.
    childLoggerFactory: (log) => log,
    rewriteUrl: rewriteDeprecatedUrl,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: maxBytes,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // Replaced by limitSlowBodies.
    requestTimeout: 0,
    serverFactory: (handler) => createHttpServer(handler, config.tls),
    // addHeadRoutes adds them, in the routes of GET.
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Handles what Fastify refuses before any hook runs, such as a URL that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(request, reply)
      const problem = badRequest(t('The address cannot be read'))
      webFiles.refuseAddress(request, reply, problem).catch(() => reply.raw.destroy())
      // No hook runs for such a request, so it is logged here; it has no route.
      const { id, method, url, ip } = request
      reply.raw.once('close', () =>
        deps.log.info({ reqId: id, req: { method, url, ip }, res: reply }, 'answered'),
      )
    },
    // While stopping, requests on open connections are still served, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  limitSlowBodies(app.server)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // An empty body is accepted where none is expected: some clients always send a JSON content type.
      const { description, endpoint } = request.routeOptions.config
      const isEmptyBody = body.length === 0 && !description?.().body && !endpoint?.body
      done(null, isEmptyBody ? undefined : readJson(body))
    } catch (error) {
      done(toError(error))
    }
  })

  addHeadRoutes(app)
  const stopping = deps.stopping ?? (() => false)
  const metrics = addMetrics(app)
  addBackupMetrics(metrics.registry, () => backupStatus({ store, config, now }), now)
  addStoreMetrics(metrics.registry, { store, config, now }, deps.version)
  addRequestLog(app, config.slowRequestMs)
  addSecurityHeaders(app, setSecurityHeaders)
  addDeprecationHeaders(app)
  addLanguages(app, deps.languages ?? [])
  addErrorHandler(app, store.problemOf, store.check, metrics.countError)
  const callerKeys = new CallerKeys()
  addLoadShedding(app, callerKeys, metrics)
  addStoreGuard(app, store)
  addAddressCheck(app, webFiles.refuseAddress)
  const mailer = config.mail && openMailer(config.mail, deps.log)
  app.addHook('onClose', async () => mailer?.close())
  addAuthentication(app, { store, config, now, actorOfToken: authenticator(store, now), mailer })
  addMaintenance(app, { store, now })
  addCallers(app, callerKeys)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Responses are compressed on each request: the cheapest setting already gives a quarter of the size.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })

  deps.beforeRoutes?.(app)
  addHealthRoutes(app, { ping: store.ping, notReady: store.notReady, stopping })
  addDescriptionRoutes(app, deps.version)
  addHomeRoutes(app, deps.version)
  for (const addRoutes of features) addRoutes(app)
  addImportRoutes(app, startImportWorker(store, config))
  webFiles.addTo(app)
  await app.ready()
  return { server: app, metrics, mailer }
}
