import type { FastifyInstance } from 'fastify'
import { sendProblem } from './answer-problem.ts'
import { tryLater } from '#domain/problem.ts'
import './route-policy.ts'

export interface Health {
  ping: () => Promise<void>
  /** Why requests should be sent elsewhere, in a sentence. */
  notReady?: (() => Promise<string | undefined>) | undefined
  /** True from the moment the process was asked to stop. */
  stopping: () => boolean
}

const timeout = 2000
/** How long the result of a look at the disk or the state of the database is kept; whether it answers is asked each time. */
const ttl = 2000

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  const look = looking(health)
  app.get('/healthz', { config: { may: ['read', 'health'] } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { may: ['read', 'health'] } }, async (_request, reply) => {
    if (health.stopping()) return sendProblem(reply, tryLater('The server is stopping'))
    const because = await look()
    return because === undefined ? { status: 'ready' } : sendProblem(reply, tryLater(because))
  })
}

const silent = 'The database does not answer'

/** The database has to answer every time; what else may keep it from being ready is looked at now and then. */
function looking({ ping, notReady }: Health): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined
  let at = -Infinity
  const lookAround = async (): Promise<string | undefined> => {
    if (last && performance.now() - at < ttl) return last
    at = performance.now()
    last = Promise.resolve(notReady?.())
    const because = await last
    // What is wrong is looked at again each time, so that it is over as soon as it is.
    if (because !== undefined) at = -Infinity
    return because
  }
  return () =>
    Promise.race([
      ping()
        .then(lookAround)
        .catch(() => silent),
      new Promise<string>((resolve) => setTimeout(resolve, timeout, silent).unref()),
    ])
}
