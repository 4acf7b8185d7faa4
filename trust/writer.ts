import { randomUUID } from 'node:crypto'
import { ask, NoReply, type RequestOptions, type Reply } from './client.ts'

/** Reads and writes, and records the acknowledged writes to compare them with the database afterwards. */
export class Writer {
  readonly acknowledged = new Set<string>()
  readonly #headers: Record<string, string>
  readonly #prefix = randomUUID()
  #sent = 0

  constructor(headers: Record<string, string>) {
    this.#headers = headers
  }

  /** Every fifth request writes, the others read. */
  async send(url: string, agent: RequestOptions['agent']): Promise<Reply | NoReply> {
    const at = ++this.#sent
    const isWrite = at % 5 === 0
    const headers = { ...this.#headers, 'idempotency-key': `${this.#prefix}-${at}` }
    try {
      const reply = await ask(`${url}/api/v1/soils${isWrite ? '' : '?limit=10'}`, {
        ...(isWrite && { method: 'POST', body: { Soil_Name: `Written ${at}` } }),
        headers: isWrite ? headers : this.#headers,
        ...(agent && { agent }),
      })
      if (reply.status === 201)
        this.acknowledged.add((JSON.parse(reply.text) as { Soil_Code: string }).Soil_Code)
      return reply
    } catch (error) {
      if (error instanceof NoReply) return error
      throw error
    }
  }

  /** The number of acknowledged records that are missing. */
  async missing(url: string, headers = this.#headers): Promise<number> {
    const found = new Set<string>()
    for (let after = ''; ;) {
      const { text } = await ask(`${url}/api/v1/soils?limit=200${after}`, { headers })
      const page = JSON.parse(text) as { items: { Soil_Code: string }[]; next: string | null }
      for (const { Soil_Code } of page.items) found.add(Soil_Code)
      if (!page.next) break
      after = `&after=${encodeURIComponent(page.next)}`
    }
    return [...this.acknowledged].filter((code) => !found.has(code)).length
  }
}
