import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { system } from '#domain/access/actor.ts'
import {
  checkRegistrationRole,
  createConfiguredAdministrator,
  inviteFirstAdministrator,
} from './accounts/first-administrator.ts'
import { noteState, revokeAfterRestore } from './accounts/after-restore.ts'
import { buildApp, type App } from './app.ts'
import { readConfig, SettingRefusal, type Config } from './config.ts'
import type { Context } from './context.ts'
import { handleFatalErrors } from './fatal-errors.ts'
import { drain } from './http/drain.ts'
import { startHousekeeping } from './housekeeping.ts'
import { recoverImports } from './imports/recover.ts'
import { openLog } from './log.ts'
import { recoverBatches } from './masters/recover-batches.ts'
import { loadStarterRows } from './starter/first-rows.ts'
import { explainOpening } from './store/explain-opening.ts'
import { SchemaRefusal } from './store/migrate.ts'
import { openStore } from './store/open-store.ts'

const patienceOnStop = 10_000
const pauseBeforeClosing = 500
/** Long reads have so many milliseconds to end by themselves; the rest of the time is for everybody else's answers. */
const longReadsOnStop = 4000
/** Who comes while everybody is being answered waits at the door; with no room there, they would be let in only seconds later. */
const backlog = 4096

/** Settings → store → app → listen; and, when asked to stop, the same way back. */
async function main(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const fatalErrors = handleFatalErrors(log)
  const now = (): Date => new Date()
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    now,
    onTrouble: (error) => log.warn({ err: error }, 'a database connection broke'),
    onDamage: (error) =>
      log.fatal({ err: error }, 'the database file is damaged: nothing more is written; restore a backup'),
    say: (sentence) => process.stdout.write(`${sentence}\n`),
  })
  const ctx: Context = { actor: system('start'), store, config, now, log, requestId: null, address: 'here' }
  await revokeAfterRestore(ctx)
  const isNew = await loadStarterRows(ctx)
  if (config.sampleData ?? (isNew && !config.databaseUrl)) {
    // Read only when it is wanted: a firm of its own has no use for it in memory.
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
  void store.verify?.().catch((error: unknown) => log.warn({ err: error }, 'the file was not checked'))

  let exitCode = 0
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return // a second signal, or the same one sent to the whole group
    stopping = true
    log.info({ reason }, 'stopping: finishing what is in flight')
    const deadline = setTimeout(() => {
      log.error('requests were still running after the time allowed; stopping anyway')
      process.exit(1)
    }, patienceOnStop)
    deadline.unref()
    stopHousekeeping()
    setTimeout(() => store.stopLongReads?.(), longReadsOnStop).unref()
    metrics?.close()
    // Not ready from now on, but what is on its way here still gets its answer.
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeClosing))
    await drain(app.server.server)
    await app.server.close()
    await noteState(ctx).catch((error: unknown) => log.warn({ err: error }, 'the state was not noted'))
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

/** On loopback and on a port of its own: what the process does is not for those it serves. */
async function serveMetrics(app: App, config: Config, log: Context['log']): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics'
    const answer = found ? app.metrics.text() : Promise.resolve('Not found. The numbers are at /metrics\n')
    answer.then(
      (text) =>
        response
          .writeHead(found ? 200 : 404, { 'content-type': found ? app.metrics.contentType : 'text/plain' })
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
  return (JSON.parse(text) as { version: string }).version
}

function explainStart(error: unknown, dataDir: string): string {
  if (error instanceof SettingRefusal || error instanceof SchemaRefusal) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return 'The port is already in use. Stop the other program, or set PORT to a free one.'
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one that is, such as 127.0.0.1.'
  const sentence = explainOpening(error, dataDir)
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
