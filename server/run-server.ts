import { createServer, type Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import { fileURLToPath } from 'node:url'
import { system } from '#domain/access/actor.ts'
import {
  checkRegistrationRole,
  createConfiguredAdministrator,
  inviteFirstAdministrator,
} from './accounts/first-administrator.ts'
import { saveState, revokeAfterRestore } from './accounts/after-restore.ts'
import { buildApp, type App } from './app.ts'
import { sealAudit } from './audit/seal-audit.ts'
import { versionOfPackage } from './base/version.ts'
import { startShipping, type Shipping } from './backups/log/shipping.ts'
import type { Config } from './base/config.ts'
import type { Context } from './core/context.ts'
import { readLanguages, setLanguages } from './core/language.ts'
import { drain } from './http/connections/drain.ts'
import { openStartPage } from './http/connections/start-page.ts'
import { watchCertificate } from './http/connections/tls.ts'
import { startHousekeeping } from './housekeeping.ts'
import { recoverImports } from './imports/recover.ts'
import { recoverBatches } from './changes/recover-batches.ts'
import { endRunsOfLastProcess } from './planning/plan-run-store.ts'
import { loadStarterRows } from './starter/first-rows.ts'
import { openStore } from './store/open-store.ts'
import { startWebhooks } from './webhooks/run-webhooks.ts'
import { repeatErasures } from './personal-data/erasure-list.ts'
import { applyToday } from './core/territory-filter.ts'
import { project } from './project/project.ts'

const closeDelay = 500
/** Milliseconds that long reads get to end by themselves; the rest of the stop timeout is for other requests. */
const longReadsStopTimeout = 4000
/** Connections that wait to be accepted; when the backlog is full, a client retries only seconds later. */
const backlog = 4096

/** A server that listens. Signals, fatal errors and the exit of the process are in main.ts. */
export interface RunningServer {
  address: string
  /** Invites the first administrator if there is none, and returns the sentences to print. */
  welcome: () => Promise<string>
  /** Answers the requests in flight and closes everything. */
  stop: () => Promise<void>
}

/** Starts in the order store, app, listen, and stops in the reverse order. */
export async function runServer(
  config: Config,
  log: Context['log'],
  print: (text: string) => void,
): Promise<RunningServer> {
  const now = (): Date => new Date()
  const version = versionOfPackage()
  let shipping: Shipping | undefined
  const { folder, key, keepDays, interval, storage } = config.backups
  const languages = readLanguages()
  setLanguages(languages)
  const startPage = openStartPage(config)
  const opening = openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    now,
    onTrouble: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onDamage: (error) =>
      log.fatal({ err: error }, 'the database file is damaged: nothing more is written; restore a backup'),
    onProgress: (sentence, percent) => {
      const line = percent === undefined ? sentence : `${sentence} ${percent} %`
      print(`${line}\n`)
      log.info({ ...(percent !== undefined && { percent }) }, sentence)
      startPage.show(line)
    },
    ...(folder !== undefined && {
      shipLog: (file, lendWriter) =>
        (shipping = startShipping(file, lendWriter, {
          folder,
          key,
          keepDays,
          storage,
          interval: interval * 1000,
          version,
          onProblem: (problem) => log.error({ problem }, 'the backup failed'),
        })),
    }),
  })
  const store = await opening.finally(() => startPage.close())
  const ctx: Context = { actor: system('start'), store, config, now, log, requestId: null, address: 'here' }
  await revokeAfterRestore(ctx)
  await repeatErasures(ctx)
  await applyToday(ctx)
  const isNew = await loadStarterRows(ctx)
  if (config.sampleData ?? (isNew && !config.databaseUrl)) {
    // Imported only when needed, to keep the sample data out of memory otherwise.
    const { loadSampleFirm } = await import('./starter/sample-firm.ts')
    await loadSampleFirm(ctx)
  }

  await recoverImports(ctx, true)
  await recoverBatches(ctx)
  await endRunsOfLastProcess(ctx)
  await checkRegistrationRole(ctx)
  const isAdministratorNew = await createConfiguredAdministrator(ctx)

  let stopping = false
  const app = await buildApp({
    store,
    config,
    now,
    log,
    version,
    webFolder: fileURLToPath(new URL('dist/web', project)),
    stopping: () => stopping,
    languages,
  })
  const listening = await app.server.listen({ port: config.port, host: config.host, backlog })
  const address = config.tls ? listening.replace('http:', 'https:') : listening
  if (config.tls && app.server.server instanceof TlsServer)
    watchCertificate(app.server.server, config.tls, log)
  const metrics = await serveMetrics(app, config, log)
  const stopWebhooks = startWebhooks({ ...ctx, mailer: app.mailer })
  const stopHousekeeping = startHousekeeping({ ...ctx, mailer: app.mailer }, shipping)
  void store
    .verify?.()
    .catch((error: unknown) => log.warn({ err: error }, 'the database file could not be verified'))

  const stop = async (): Promise<void> => {
    stopping = true
    stopHousekeeping()
    const webhooksStopped = stopWebhooks()
    setTimeout(() => store.stopLongReads?.(), longReadsStopTimeout).unref()
    metrics?.close()
    // /readyz fails from now on, but requests that are already on their way are still answered.
    await new Promise((resolve) => setTimeout(resolve, closeDelay))
    await drain(app.server.server)
    await app.server.close()
    await webhooksStopped.catch((error: unknown) => log.warn({ err: error }, 'webhooks did not stop'))
    await sealAudit(ctx, { blocks: 5 }).catch((error: unknown) =>
      log.warn({ err: error }, 'the last entries of the audit are sealed at the next start'),
    )
    await saveState(ctx).catch((error: unknown) =>
      log.warn({ err: error }, 'the state of the database could not be saved'),
    )
    await store.close()
  }
  const welcome = async (): Promise<string> => {
    const administrator = isAdministratorNew
      ? `The administrator ${config.adminEmail} was created from ADMIN_EMAIL; log in with ADMIN_PASSWORD`
      : await inviteFirstAdministrator(ctx, address)
    return `\nAgriDesk is ready: ${address}\n${administrator ? `${administrator}\n` : ''}API: ${address}/api/docs\n\n`
  }
  return { address, welcome, stop }
}

/** On a separate port, and on loopback unless METRICS_HOST is set, so that metrics are not public. */
async function serveMetrics(app: App, config: Config, log: Context['log']): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    const isMetrics = request.method === 'GET' && request.url === '/metrics'
    const body = isMetrics ? app.metrics.text() : Promise.resolve('Not found. Metrics are at /metrics\n')
    body.then(
      (text) =>
        response
          .writeHead(isMetrics ? 200 : 404, {
            'content-type': isMetrics ? app.metrics.contentType : 'text/plain',
          })
          .end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve) => {
    server.once('error', (error) => {
      log.warn(
        { err: error },
        `metrics are not served: ${config.metricsHost} port ${config.metricsPort} cannot be used (METRICS_HOST, METRICS_PORT)`,
      )
      resolve(undefined)
    })
    server.listen(config.metricsPort, config.metricsHost, () => resolve(server.unref()))
  })
}
