import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../options.ts'

export interface GrowthOptions {
  /** Numbers of customers, ascending; each is measured on its own database. */
  customers: number[]
  visitsPerCustomer: number
  /** Rows of history and audit for each customer, at least two for each visit. */
  changesPerCustomer: number
  /** Requests of each kind. */
  requests: number
  /** Representatives whose working day is sent. */
  people: number
  json: string | undefined
}

export const usage = `npm run growth -- [--customers 100000,1000000] [--visits 10] [--changes 50]
  [--requests 100] [--people 20] [--json file]`

export function readOptions(args: readonly string[]): GrowthOptions {
  const { values } = parse(args)
  const customers = (values.customers ?? '100000,1000000')
    .split(',')
    .map((each) => readNumber('--customers', each, 1000, 5_000_000))
  const visitsPerCustomer = readNumber('--visits', values.visits ?? '10', 1, 100)
  return {
    customers: customers.toSorted((one, other) => one - other),
    visitsPerCustomer,
    // At least the creation of each customer and visit.
    changesPerCustomer: readNumber('--changes', values.changes ?? '50', 2 * visitsPerCustomer, 500),
    requests: readNumber('--requests', values.requests ?? '100', 10, 10_000),
    people: readNumber('--people', values.people ?? '20', 1, 1000),
    json: values.json,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: { customers: text, visits: text, changes: text, requests: text, people: text, json: text },
    })
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}
