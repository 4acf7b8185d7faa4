import type pg from 'pg'

/** A pool whose open connections can be replaced by new ones, for instance because their server is no longer the primary. */
export class RenewablePool {
  readonly pool: pg.Pool
  /** How often they were replaced when a connection was opened. */
  readonly #openedAt = new WeakMap<pg.PoolClient, number>()
  #renewals = 0

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  renew(): void {
    this.#renewals++
  }

  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const renewals = this.#renewals
      const client = await this.pool.connect()
      const openedAt = this.#openedAt.get(client) ?? renewals
      this.#openedAt.set(client, openedAt)
      if (openedAt === this.#renewals) return client
      client.release(true)
    }
  }
}
