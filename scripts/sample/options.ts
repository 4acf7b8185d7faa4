import { parseArgs } from 'node:util'
import { toError } from '#server/base/errors.ts'
import type { Amount } from './fill-store.ts'

export const help = `Fills the database with customers and visits, for measurements.

  npm run sample -- --customers 100000 [--visits 200000]

  --customers N   how many customers to add
  --visits N      how many visits to add to those customers (default: as many as customers)

It uses the database of the server: DATA_DIR, or DATABASE_URL. Before the customers it adds a territory tree of the
size of India (36 states, about 700 pools, 6,000 stations, 20,000 cities), if it does not exist yet.
Customers are numbered CU00000001 and so on; another run continues after the highest number. A number is the same
customer everywhere. The rows are written in bulk, without validation and history.
`

/** Wrong command-line arguments; the message is for the user. */
export class UsageRefusal extends Error {}

const maxCustomers = 10_000_000

/** Undefined for --help. */
export function readOptions(words: readonly string[]): Amount | undefined {
  const { values } = parse(words)
  if (values.help) return undefined
  if (values.customers === undefined) {
    throw new UsageRefusal('Missing --customers: npm run sample -- --customers 100000')
  }
  const customers = readCount('--customers', values.customers, 1, maxCustomers)
  const visits =
    values.visits === undefined ? customers : readCount('--visits', values.visits, 0, customers * 100)
  return { customers, visits }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        customers: { type: 'string' },
        visits: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const [sentence] = toError(error).message.split(/[.\n]/)
    throw new UsageRefusal(`${sentence}. See npm run sample -- --help.`)
  }
}

function readCount(name: string, text: string, least: number, most: number): number {
  const count = Number(text.replaceAll(/[_,]/g, ''))
  if (!/^\d[\d_,]*$/.test(text) || count < least || count > most) {
    throw new UsageRefusal(`${name} should be a whole number from ${least} to ${most}, not "${text}".`)
  }
  return count
}
