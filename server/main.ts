import { readConfig, ConfigError, type Config } from './base/config.ts'
import { handleFatalErrors } from './base/fatal-errors.ts'
import { bufferedLog } from './base/log.ts'
import { withSourceLines } from './project/source-lines.ts'
import { runServer } from './run-server.ts'
import { explainOpenError } from './store/files/explain-open-error.ts'
import { SchemaError } from './store/schema/migrate.ts'

const stopTimeout = 10_000

async function main(config: Config): Promise<void> {
  const log = bufferedLog(config.logLevel)
  const fatalErrors = handleFatalErrors(log)
  const print = (text: string): void => void process.stdout.write(text)
  const server = await runServer(config, log, print)

  let exitCode = 0
  let stopping = false
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return // a second signal, or the same one sent to the process group
    stopping = true
    log.info({ reason }, 'stopping: finishing requests in flight')
    const deadline = setTimeout(() => {
      log.error('requests were still running after the stop timeout; stopping anyway')
      process.exit(1)
    }, stopTimeout)
    deadline.unref()
    await server.stop()
    log.info('stopped')
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  fatalErrors.stopWith(() => {
    exitCode = 1
    return stop('a fatal error')
  })
  print(await server.welcome())
}

function explainStart(error: unknown, dataDir: string): string {
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return 'The port is already in use. Stop the other program, or set PORT to a free one.'
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one that is, such as 127.0.0.1.'
  const sentence = explainOpenError(error, dataDir)
  return sentence ?? (error instanceof Error ? withSourceLines(error.stack ?? error.message) : String(error))
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
