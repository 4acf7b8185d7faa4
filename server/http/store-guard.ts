import type { FastifyInstance } from 'fastify'
import { tryLater } from '#domain/problem.ts'
import './route-policy.ts'

/** Seconds after which it is worth asking again: somebody has to do something first. */
const askAgain = 60

interface Guarded {
  /** Why the database cannot be used as usual. */
  trouble?: () => { sentence: string; isReadable: boolean } | undefined
}

/** While the database is in trouble, requests that need it are answered with the reason instead of failing one by one. */
export function addStoreGuard(app: FastifyInstance, { trouble }: Guarded): void {
  if (!trouble) return
  app.addHook('onRequest', (request, _reply, done) => {
    const found = trouble()
    const subject = request.routeOptions.config.may?.[1]
    const isFree = subject === 'health' || subject === 'site'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!found || isFree || (isRead && found.isReadable)) return done()
    done(tryLater(found.sentence, askAgain))
  })
}
