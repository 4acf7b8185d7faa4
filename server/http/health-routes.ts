import type { FastifyInstance } from 'fastify'
import { sendProblem } from './answer-problem.ts'
import { tryLater } from '#domain/problem.ts'
import './route-policy.ts'

export interface Health {
  ping: () => Promise<void>
  /** True from the moment the process was asked to stop. */
  stopping: () => boolean
}

const patience = 2000

export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/healthz', { config: { may: ['read', 'health'] } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { may: ['read', 'health'] } }, async (_request, reply) => {
    if (health.stopping()) return sendProblem(reply, tryLater('The server is stopping'))
    const answered = await Promise.race([
      health.ping().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, patience, false).unref()),
    ])
    return answered ? { status: 'ready' } : sendProblem(reply, tryLater('The database does not answer'))
  })
}
