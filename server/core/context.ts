import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#domain/access/actor.ts'
import type { Config } from '../base/config.ts'
import type { Mailer } from '../base/mailer.ts'
import type { Store } from '../store/store.ts'

/** Carried through every request or job: its actor, its resources and its clock. */
export interface Context {
  actor: Actor
  /** The account that views the product as this actor, if any. */
  viewer?: Actor
  store: Store
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  requestId: string | null
  /** The client's address, as far as it can be trusted. */
  address: string
  /** Undefined if no mail server is configured. */
  mailer?: Mailer | undefined
  /** Makes a create safe to retry. */
  idempotencyKey?: string
  /** The batch that every change belongs to, if several are made at once. */
  batchId?: string
}
