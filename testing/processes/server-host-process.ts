// Runs the servers of the browser tests in one process: `node testing/processes/server-host-process.ts`, started by
// server-host.ts. It listens on a port of its own: POST starts a server, and DELETE stops it.
import { appendFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { registerHooks } from 'node:module'
import { json } from 'node:stream/consumers'
import type * as Configs from '#server/base/config.ts'
import type * as Logs from '#server/base/log.ts'
import type * as Servers from '#server/run-server.ts'
import type { HostRequest, HostResponse } from './server-host.ts'
import { serverFile } from './server-process.ts'

// Nearly every test logs in, and hashing a password at full cost takes a tenth of a second of a core.
const quickArgon2 = new URL('../vitest/quick-argon2.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== quickArgon2
      ? { url: quickArgon2, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
const { readConfig }: typeof Configs = await import(serverFile('server/base/config.ts'))
const { openLog }: typeof Logs = await import(serverFile('server/base/log.ts'))
const { runServer }: typeof Servers = await import(serverFile('server/run-server.ts'))

const running = new Map<string, Servers.RunningServer>()

async function start({ settings, outputFile }: HostRequest): Promise<string> {
  const config = readConfig(settings)
  const print = (text: string): void => appendFileSync(outputFile, text)
  const server = await runServer(config, openLog(config.logLevel, { write: print }), print)
  running.set(config.dataDir, server)
  print(await server.welcome())
  return server.address
}

/** Stops it as a signal would. */
async function stop({ settings, keepsData }: HostRequest): Promise<void> {
  const dataDir = settings['DATA_DIR']!
  await running.get(dataDir)?.stop()
  running.delete(dataDir)
  if (!keepsData) rmSync(dataDir, { recursive: true, force: true })
}

async function handle(request: IncomingMessage): Promise<HostResponse> {
  const body = (await json(request)) as HostRequest
  if (request.method === 'POST') return { url: await start(body) }
  const stopped = stop(body)
  // A test does not wait for it; if it fails, this process ends, and with it the run.
  if (body.keepsData) await stopped
  return {}
}

const control = createServer((request, response) => {
  handle(request).then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) =>
      response.end(JSON.stringify({ problem: error instanceof Error ? error.stack : String(error) })),
  )
})
control.listen(0, '127.0.0.1', () => process.send!(control.address()))
// The run is over, or was killed.
process.on('disconnect', () => process.exit())
