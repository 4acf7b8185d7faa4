import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runFor, type Caller } from '../caller.ts'
import { canonicalAddress } from './authenticate.ts'
import type { CallerKeys } from './caller-keys.ts'
import './load-shedding.ts'

/** From here on, whatever a request reads is read in the name of the one who sent it. */
export function addCallers(app: FastifyInstance, keys: CallerKeys): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const caller = callerOf(request)
    // Known already, it stood in the right line.
    if (request.stay?.key !== caller.key) keys.learn(request, caller.key)
    runFor(caller, done)
  })
}

function callerOf(request: FastifyRequest): Caller {
  const { stay } = request
  const key = keyOf(request)
  if (!stay) return { key }
  return {
    key,
    signal: () => {
      stay.gone ??= new AbortController()
      if (stay.hasLeft) stay.gone.abort()
      return stay.gone.signal
    },
    onLongRead: () => stay.ticket?.leave(),
  }
}

function keyOf({ ctx, ip }: FastifyRequest): string {
  const who = ctx.viewer ?? ctx.actor
  return 'id' in who ? who.id : canonicalAddress(ip)
}
