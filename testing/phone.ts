import { randomUUID } from 'node:crypto'
import type { SyncAnswer } from '#domain/api/field/sync.ts'
import type { PackCustomer } from '#domain/field/pack.ts'
import type { TestApp } from './test-app.ts'

/** A phone that keeps what it receives, as the field app does. */
export class Phone {
  readonly #token: string
  readonly device: string
  cursor: string | null = null
  customers = new Map<string, PackCustomer>()
  masters: SyncAnswer['masters'] = null
  proposals: SyncAnswer['proposals'] = null
  /** The ids that it should have and does not. */
  missing: string[] = []

  constructor(token: string, device: string = randomUUID()) {
    this.#token = token
    this.device = device
  }

  /** One request. */
  async ask(test: TestApp): Promise<SyncAnswer> {
    const { cursor, missing, device } = this
    const request = { device, clock: test.clock.now.toISOString(), waiting: 0, cursor, missing, app: 'test' }
    const { status, body } = await test.request('POST', '/api/v1/field/sync', request, { as: this.#token })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const answer: SyncAnswer = body
    if (answer.isFull) this.customers.clear()
    for (const customer of answer.customers) this.customers.set(customer.id, customer)
    if (answer.ids) {
      const inScope = new Set(answer.ids)
      for (const id of this.customers.keys()) if (!inScope.has(id)) this.customers.delete(id)
      this.missing = answer.ids
    }
    this.missing = this.missing.filter((id) => !this.customers.has(id))
    this.masters = answer.masters ?? this.masters
    this.proposals = answer.proposals ?? this.proposals
    this.cursor = answer.cursor
    return answer
  }

  /** Asks until nothing is missing; the first answer. */
  async sync(test: TestApp): Promise<SyncAnswer> {
    const first = await this.ask(test)
    for (let at = 0; at < 3 && this.missing.length > 0; at++) await this.ask(test)
    return first
  }

  /** Everything it holds, in a fixed order. */
  get content(): unknown {
    const customers = [...this.customers.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return { customers, masters: this.masters, proposals: this.proposals }
  }

  /** Another phone that has just received everything. */
  async full(test: TestApp): Promise<Phone> {
    const other = new Phone(this.#token)
    await other.sync(test)
    return other
  }

  get codes(): string[] {
    return [...this.customers.values()].map(({ code }) => code).toSorted()
  }
}
