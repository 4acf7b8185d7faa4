import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between two looks at the locks. */
const interval = 10

/** Of whole tables, which an upgrade locks: rows are locked by saves, as always. What an upgrade itself waits for is not a wait of others. */
const waits = `
  select max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000 as longest
  from pg_locks as l join pg_stat_activity as a using (pid)
  where not l.granted and l.locktype = 'relation' and a.query !~ 'lock table|index concurrently|validate constraint'`

/** Looks at the locks of the server until it is stopped. */
export class LockWaits {
  /** The longest wait seen for a table, in milliseconds. */
  longest = 0
  looks = 0
  readonly #client: pg.Client
  #isOver = false
  #ended: Promise<void> | undefined

  constructor(url: string) {
    this.#client = new pg.Client(url)
  }

  async start(): Promise<void> {
    await this.#client.connect()
    this.#ended = this.#look()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#ended
    await this.#client.end()
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      const { rows } = await this.#client.query<{ longest: string | null }>(waits)
      this.longest = Math.max(this.longest, Number(rows[0]?.longest ?? 0))
      this.looks++
      await sleep(interval)
    }
  }
}
