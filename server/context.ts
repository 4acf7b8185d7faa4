import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#domain/access/actor.ts'
import type { Config } from './config.ts'
import type { Mailer } from './mailer.ts'
import type { Store } from './store/open-store.ts'

/** What every piece of work carries with it: who asks, what it may use, and what time it is. */
export interface Context {
  actor: Actor
  /** Who looks at everything as that actor sees it, when somebody does. */
  viewer?: Actor
  store: Store
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  requestId: string | null
  /** Where the request came from, as far as it can be trusted. */
  address: string
  /** Undefined where no mail is sent. */
  mailer?: Mailer | undefined
  /** Makes a create safe to send again. */
  idempotencyKey?: string
  /** What every change is part of, when more is changed at once. */
  batchId?: string
}
