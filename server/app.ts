import compress from '@fastify/compress'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { unreadable } from '#domain/problem.ts'
import { authenticator } from './accounts/authenticator.ts'
import type { Config } from './config.ts'
import { addAccountRoutes } from './http/account-routes.ts'
import { addPeopleRoutes } from './http/people-routes.ts'
import { addAdviceRoutes } from './http/advice-routes.ts'
import { addAlikeRoutes } from './http/alike-routes.ts'
import { addProblemAnswers } from './http/answer-problem.ts'
import { addAuthentication } from './http/authenticate.ts'
import { addBatchRoutes } from './http/batch-routes.ts'
import { addBinRoutes } from './http/bin-routes.ts'
import { addBulkPlanRoutes } from './http/bulk-plan-routes.ts'
import { addBulkRoutes } from './http/bulk-routes.ts'
import { CallerKeys } from './http/caller-keys.ts'
import { addCallers } from './http/callers.ts'
import { addCalendarRoutes } from './http/calendar-routes.ts'
import { addBalanceRoutes } from './http/balance-routes.ts'
import { addCommentRoutes } from './http/comment-routes.ts'
import { addContractRoutes } from './http/contract-routes.ts'
import { addCustomerPageRoutes } from './http/customer-page-routes.ts'
import { addDataHealthRoutes } from './http/data-health-routes.ts'
import { addDescriptionRoutes } from './http/description-routes.ts'
import { addExportRoutes } from './http/export-routes.ts'
import { addFindRoutes } from './http/find-routes.ts'
import { addGlanceRoutes } from './http/glance-routes.ts'
import { addHandoverRoutes } from './http/handover-routes.ts'
import { addHealthRoutes } from './http/health-routes.ts'
import { addImportRoutes } from './http/import-routes.ts'
import { addLoadShedding } from './http/load-shedding.ts'
import { addMetrics, type Metrics } from './http/metrics.ts'
import { addPhotoRoutes } from './http/photo-routes.ts'
import { readJson } from './http/read-json.ts'
import { addReferenceDataRoutes } from './http/reference-data-routes.ts'
import { addRecordPageRoutes } from './http/record-page-routes.ts'
import { addRepointRoutes } from './http/repoint-routes.ts'
import { addResourceRoutes } from './http/resource-routes.ts'
import { addSavedViewRoutes } from './http/saved-view-routes.ts'
import { addAccessRoutes } from './http/access-routes.ts'
import { addApiTokenRoutes } from './http/api-token-routes.ts'
import { addAuditRoutes } from './http/audit-routes.ts'
import { addSeriesRoutes } from './http/series-routes.ts'
import { addStoreGuard } from './http/store-guard.ts'
import { addRoundRoutes } from './http/round-routes.ts'
import { addAddressCheck, addRequestLog, addSecurityHeaders, securityHeaders } from './http/server-manners.ts'
import { addTotalsRoutes } from './http/totals-routes.ts'
import { addTreeRoutes } from './http/tree-routes.ts'
import { addVisitRoutes } from './http/visit-routes.ts'
import { openWebFiles } from './http/web-files.ts'
import { startImportWorker } from './imports/import-worker.ts'
import { openMailer } from './mailer.ts'
import type { Store } from './store/open-store.ts'

export interface AppDeps {
  store: Store
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  version: string
  /** The folder of the built web app. */
  webFolder: string
  stopping?: () => boolean
  /** Lets a test listen to the routes being made. */
  beforeRoutes?: (app: FastifyInstance) => void
}

export interface App {
  server: FastifyInstance
  metrics: Metrics
}

const mostBytes = 256 * 1024

/** The whole server on one screen: what every request passes, then the groups of routes. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { store, config, now } = deps
  const setSecurityHeaders = securityHeaders(config)
  const webFiles = openWebFiles(deps.webFolder, config)
  const app = fastify({
    loggerInstance: deps.log,
    // One line a request, when it is answered (addRequestLog), instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request costs more than the few lines that name the request themselves.
    childLoggerFactory: (log) => log,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: mostBytes,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    requestTimeout: 14_000,
    http: {
      headersTimeout: 10_000,
      requestTimeout: 14_000,
      connectionsCheckingInterval: 500,
      keepAliveTimeout: 72_000,
    },
    exposeHeadRoutes: true,
    // What the framework refuses before any hook runs, such as an address that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(request, reply)
      const problem = unreadable('The address cannot be read')
      webFiles.refuseAddress(request, reply, problem).catch(() => reply.raw.destroy())
      // No hook runs for it, so it is logged here; it has no route to be asked for.
      const { id, method, url, ip } = request
      reply.raw.once('close', () =>
        deps.log.info({ reqId: id, req: { method, url, ip }, res: reply }, 'answered'),
      )
    },
    // While stopping, whatever still arrives on an open connection is served, and told that it was the last.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // Where no body is asked for, an empty one is no mistake: some clients always say that they send JSON.
      const isIdle = body.length === 0 && !request.routeOptions.config.description?.body
      done(null, isIdle ? undefined : readJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })

  const stopping = deps.stopping ?? (() => false)
  const metrics = addMetrics(app)
  addRequestLog(app)
  addSecurityHeaders(app, setSecurityHeaders)
  addProblemAnswers(app, store.problemOf, store.check)
  const callerKeys = new CallerKeys()
  addLoadShedding(app, callerKeys)
  addStoreGuard(app, store)
  addAddressCheck(app, webFiles.refuseAddress)
  const mailer = config.mail && openMailer(config.mail, deps.log)
  app.addHook('onClose', async () => mailer?.close())
  addAuthentication(app, { store, config, now, actorOfToken: authenticator(store, now), mailer })
  addCallers(app, callerKeys)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // Answers are made anew each time: the cheapest setting is already a quarter of the size.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })

  deps.beforeRoutes?.(app)
  addHealthRoutes(app, { ping: store.ping, notReady: store.notReady, stopping })
  addDescriptionRoutes(app, deps.version)
  addResourceRoutes(app)
  addContractRoutes(app)
  addVisitRoutes(app)
  addBulkPlanRoutes(app)
  addSavedViewRoutes(app)
  addBatchRoutes(app)
  addBulkRoutes(app)
  addExportRoutes(app)
  addTotalsRoutes(app)
  addFindRoutes(app)
  addAccessRoutes(app)
  addAuditRoutes(app)
  addApiTokenRoutes(app)
  addSeriesRoutes(app)
  addDataHealthRoutes(app)
  addReferenceDataRoutes(app)
  addAlikeRoutes(app)
  addCommentRoutes(app)
  addRecordPageRoutes(app)
  addBinRoutes(app)
  addImportRoutes(app, startImportWorker(store, config))
  addRepointRoutes(app)
  addTreeRoutes(app)
  addAdviceRoutes(app)
  addPhotoRoutes(app)
  addCalendarRoutes(app)
  addRoundRoutes(app)
  addBalanceRoutes(app)
  addCustomerPageRoutes(app)
  addHandoverRoutes(app)
  addGlanceRoutes(app)
  addAccountRoutes(app)
  addPeopleRoutes(app)
  webFiles.addTo(app)
  await app.ready()
  return { server: app, metrics }
}
