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

const patience = 2000
/** So long an answer of /readyz is good for whoever asks next: it costs a look at the disk or the database. */
const keptFor = 2000

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

/** Several who ask at once, or soon after each other, share one look. */
function looking(health: Health): () => Promise<string | undefined> {
  let last: Promise<string | undefined> | undefined
  let at = -Infinity
  return () => {
    const age = performance.now() - at
    if (last && age < keptFor) return last
    at = performance.now()
    last = Promise.race([
      health
        .ping()
        .then(() => health.notReady?.())
        .catch(() => silent),
      new Promise<string>((resolve) => setTimeout(resolve, patience, silent).unref()),
    ])
    // What is wrong is looked at again each time, so that it is over as soon as it is.
    void last.then((because) => because !== undefined && (at = -Infinity))
    return last
  }
}
