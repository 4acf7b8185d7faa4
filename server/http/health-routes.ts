import type { FastifyInstance } from 'fastify'
import { readHealth, readReadiness } from '#domain/api/health.ts'
import { serviceUnavailable } from '#domain/problem.ts'
import { sendProblem } from '../core/problems.ts'
import { serve, serveFile } from '../core/serve.ts'
import { t } from '#domain/messages/t.ts'

export interface Health {
  ping: () => Promise<void>
  /** The reason why requests should be sent to another instance: a message without values. */
  notReady?: (() => Promise<string | undefined>) | undefined
  /** True once the process has received a stop signal. */
  stopping: () => boolean
}

const timeout = 2000
/** How long the result of checking the disk and the state of the database is cached; the ping is made each time. */
const ttl = 2000

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  const checkReadiness = createReadinessCheck(health)
  serve(app, readHealth, () => ({ status: 'ok' as const }))
  // Sends its problem itself: a thrown one would be logged with every probe.
  serveFile(app, readReadiness, async (_ctx, { reply }) => {
    if (health.stopping()) return sendProblem(reply, serviceUnavailable(t('The server is stopping')))
    const reason = await checkReadiness()
    return reason === undefined
      ? reply.send({ status: 'ready' })
      : sendProblem(reply, serviceUnavailable(t(reason)))
  })
}

const noAnswer = 'The database does not answer'

/** Pings the database every time; the other checks are cached. */
function createReadinessCheck({ ping, notReady }: Health): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined
  let checkedAt = -Infinity
  const runChecks = async (): Promise<string | undefined> => {
    if (last && performance.now() - checkedAt < ttl) return last
    checkedAt = performance.now()
    last = Promise.resolve(notReady?.())
    const reason = await last
    // A failed check is not cached, so that readiness returns as soon as the cause is gone.
    if (reason !== undefined) checkedAt = -Infinity
    return reason
  }
  return () =>
    Promise.race([
      ping()
        .then(runChecks)
        .catch(() => noAnswer),
      new Promise<string>((resolve) => setTimeout(resolve, timeout, noAnswer).unref()),
    ])
}
