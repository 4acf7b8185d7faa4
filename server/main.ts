import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { system } from '#domain/access/actor.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import { isObject } from '#domain/input.ts'
import {
  checkRegistrationRole,
  createConfiguredAdministrator,
  inviteFirstAdministrator,
} from './accounts/first-administrator.ts'
import { saveState, revokeAfterRestore } from './accounts/after-restore.ts'
import { buildApp, type App } from './app.ts'
import { readConfig, ConfigError, type Config } from './base/config.ts'
import type { Context } from './core/context.ts'
import { handleFatalErrors } from './base/fatal-errors.ts'
import { drain } from './http/drain.ts'
import { startHousekeeping } from './housekeeping.ts'
import { recoverImports } from './imports/recover.ts'
import { openLog } from './base/log.ts'
import { recoverBatches } from './changes/recover-batches.ts'
import { loadStarterRows } from './starter/first-rows.ts'
import { explainOpenError } from './store/files/explain-open-error.ts'
import { SchemaError } from './store/schema/migrate.ts'
import { openStore } from './store/open-store.ts'
import { applyToday } from './core/territory-filter.ts'

const stopTimeout = 10_000
const closeDelay = 500
/** Milliseconds that long reads get to end by themselves; the rest of the stop timeout is for other requests. */
const longReadsStopTimeout = 4000
/** Connections that wait to be accepted; when the backlog is full, a client retries only seconds later. */
const backlog = 4096

/** Starts in the order settings, store, app, listen, and stops in the reverse order. */
async function main(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const fatalErrors = handleFatalErrors(log)
  const now = (): Date => new Date()
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    now,
    onTrouble: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onDamage: (error) =>
      log.fatal({ err: error }, 'the database file is damaged: nothing more is written; restore a backup'),
    onProgress: (sentence) => process.stdout.write(`${sentence}\n`),
  })
  const ctx: Context = { actor: system('start'), store, config, now, log, requestId: null, address: 'here' }
  await revokeAfterRestore(ctx)
  await applyToday(ctx)
  const isNew = await loadStarterRows(ctx)
  if (config.sampleData ?? (isNew && !config.databaseUrl)) {
    // Imported only when needed, to keep the sample data out of memory otherwise.
    const { loadSampleFirm } = await import('./starter/sample-firm.ts')
    await loadSampleFirm(ctx)
  }

  await recoverImports(ctx, true)
  await recoverBatches(ctx)
  await checkRegistrationRole(ctx)
  const isAdministratorNew = await createConfiguredAdministrator(ctx)

  let stopping = false
  const app = await buildApp({
    store,
    config,
    now,
    log,
    version: versionOfPackage(),
    webFolder: fileURLToPath(new URL('../dist/web', import.meta.url)),
    stopping: () => stopping,
  })
  const address = await app.server.listen({ port: config.port, host: config.host, backlog })
  const metrics = await serveMetrics(app, config, log)
  const stopHousekeeping = startHousekeeping(ctx)
  void store
    .verify?.()
    .catch((error: unknown) => log.warn({ err: error }, 'the database file could not be verified'))

  let exitCode = 0
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return // a second signal, or the same one sent to the process group
    stopping = true
    log.info({ reason }, 'stopping: finishing requests in flight')
    const deadline = setTimeout(() => {
      log.error('requests were still running after the stop timeout; stopping anyway')
      process.exit(1)
    }, stopTimeout)
    deadline.unref()
    stopHousekeeping()
    setTimeout(() => store.stopLongReads?.(), longReadsStopTimeout).unref()
    metrics?.close()
    // /readyz fails from now on, but requests that are already on their way are still answered.
    await new Promise((resolve) => setTimeout(resolve, closeDelay))
    await drain(app.server.server)
    await app.server.close()
    await saveState(ctx).catch((error: unknown) =>
      log.warn({ err: error }, 'the state of the database could not be saved'),
    )
    await store.close()
    log.info('stopped')
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  fatalErrors.stopWith(() => {
    exitCode = 1
    return stop('a fatal error')
  })

  const administrator = isAdministratorNew
    ? `The administrator ${config.adminEmail} was created from ADMIN_EMAIL; log in with ADMIN_PASSWORD`
    : await inviteFirstAdministrator(ctx, address)
  process.stdout.write(
    `\nAgriDesk is ready: ${address}\n${administrator ? `${administrator}\n` : ''}API: ${address}/api/docs\n\n`,
  )
}

/** On loopback and on a separate port, so that metrics are not public. */
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
        `metrics are not served: port ${config.metricsPort} cannot be used (METRICS_PORT)`,
      )
      resolve(undefined)
    })
    server.listen(config.metricsPort, '127.0.0.1', () => resolve(server.unref()))
  })
}

function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return textAt(parseJson(text, isObject), 'version')
}

function explainStart(error: unknown, dataDir: string): string {
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return 'The port is already in use. Stop the other program, or set PORT to a free one.'
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one that is, such as 127.0.0.1.'
  const sentence = explainOpenError(error, dataDir)
  return sentence ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function start(): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    await main(config)
  } catch (error) {
    process.stderr.write(`\nAgriDesk could not start. ${explainStart(error, config?.dataDir ?? '')}\n\n`)
    process.exit(1)
  }
}

void start()
