import type { FastifyInstance } from 'fastify'
import { serviceUnavailable } from '#domain/problem.ts'
import '../core/route-policy.ts'
import { t } from '#domain/messages/t.ts'

/** Seconds for Retry-After: an operator has to act first. */
const retryAfterSeconds = 60

interface GuardedStore {
  /** The reason why the database is not fully usable. */
  trouble?: () => { message: string; isReadable: boolean } | undefined
}

/** While the database is unavailable, answers requests that need it with the reason. */
export function addStoreGuard(app: FastifyInstance, { trouble }: GuardedStore): void {
  if (!trouble) return
  app.addHook('onRequest', (request, _reply, done) => {
    const current = trouble()
    const subject = request.routeOptions.config.may?.[1]
    const needsNoStore = subject === 'health' || subject === 'site'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!current || needsNoStore || (isRead && current.isReadable)) return done()
    done(serviceUnavailable(t(current.message), retryAfterSeconds))
  })
}
