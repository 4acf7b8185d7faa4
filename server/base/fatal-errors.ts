import type { FastifyBaseLogger } from 'fastify'

interface FatalErrors {
  /** From now on a fatal error shuts the server down gracefully instead of ending the process at once. */
  stopWith: (stop: () => Promise<void>) => void
}

/**
 * Handles uncaught errors. The state of the process is unknown after one, so it stops: requests in flight are answered, and
 * the exit code makes the supervisor restart it.
 */
export function handleFatalErrors(log: FastifyBaseLogger): FatalErrors {
  let stop = async (): Promise<void> => process.exit(1)
  const handle = (kind: string) => (reason: unknown) => {
    // A rejection value can be anything, also something that must not be logged.
    const err = reason instanceof Error ? reason : new Error(`not an error but a ${typeof reason}`)
    log.fatal({ err, kind }, 'uncaught error; stopping')
    void stop()
  }
  process.on('uncaughtException', handle('uncaught exception'))
  process.on('unhandledRejection', handle('unhandled rejection'))
  return {
    stopWith: (next) => {
      stop = next
    },
  }
}
