import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runFor, type Caller } from '../../base/caller.ts'
import { canonicalAddress } from '../../accounts/sign-in/authenticate.ts'
import type { CallerKeys } from './caller-keys.ts'
import './load-shedding.ts'

/** From this hook on, all reads of a request belong to its caller. */
export function addCallers(app: FastifyInstance, keys: CallerKeys): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const caller = callerOf(request)
    // A known caller has waited in the right queue.
    if (request.inFlight?.key !== caller.key) keys.learn(request, caller.key)
    runFor(caller, done)
  })
}

function callerOf(request: FastifyRequest): Caller {
  const { inFlight } = request
  const key = keyOf(request)
  if (!inFlight) return { key }
  return {
    key,
    signal: () => {
      inFlight.abortController ??= new AbortController()
      if (inFlight.isClosed) inFlight.abortController.abort()
      return inFlight.abortController.signal
    },
    onLongRead: () => inFlight.ticket?.leave(),
  }
}

function keyOf({ ctx, ip }: FastifyRequest): string {
  const actor = ctx.viewer ?? ctx.actor
  return 'id' in actor ? actor.id : canonicalAddress(ip)
}
