import type { FastifyBaseLogger } from 'fastify'

interface FatalErrors {
  /** From now on a fatal error stops the server in order instead of ending the process at once. */
  stopWith: (stop: () => Promise<void>) => void
}

/**
 * The last handler for what nothing else caught. The state of the process is in doubt then, so it does not go on: requests in
 * flight get their answers, and the exit code tells the supervisor to start it again.
 */
export function handleFatalErrors(log: FastifyBaseLogger): FatalErrors {
  let stop = async (): Promise<void> => process.exit(1)
  const handle = (kind: string) => (reason: unknown) => {
    // What was rejected with may be anything, also something that does not belong into a log.
    const err = reason instanceof Error ? reason : new Error(`not an error but a ${typeof reason}`)
    log.fatal({ err, kind }, 'an error was caught by nothing; stopping')
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
