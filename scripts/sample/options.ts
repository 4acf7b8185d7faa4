import { parseArgs } from 'node:util'
import type { Amount } from './fill-store.ts'

export const help = `Fills the database with customers and visits, for measuring.

  npm run sample -- --customers 100000 [--visits 200000]

  --customers N   how many customers to add
  --visits N      how many visits to add to those customers (as many as customers when left out)

It works on the database the server would use: DATA_DIR, or DATABASE_URL. Before the customers it adds a territory
tree of the size of India (36 states, about 700 pools, 6,000 stations, 20,000 cities), if it is not there yet.
Customers are numbered CU00000001 and so on; another run goes on after the highest number. The same number is the same
customer everywhere. These rows are written in bulk: they have no history, and nobody checks them one by one.
`

/** Something wrong with what was typed; the sentence is for the person who typed it. */
export class UsageRefusal extends Error {}

const mostCustomers = 10_000_000

/** Undefined when help was asked for. */
export function readOptions(words: readonly string[]): Amount | undefined {
  const { values } = parse(words)
  if (values.help) return undefined
  if (values.customers === undefined) {
    throw new UsageRefusal('Say how many: npm run sample -- --customers 100000')
  }
  const customers = readCount('--customers', values.customers, 1, mostCustomers)
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
    const [sentence] = (error as Error).message.split(/[.\n]/)
    throw new UsageRefusal(`${sentence}. npm run sample -- --help says what there is.`)
  }
}

function readCount(name: string, text: string, least: number, most: number): number {
  const count = Number(text.replaceAll(/[_,]/g, ''))
  if (!/^\d[\d_,]*$/.test(text) || count < least || count > most) {
    throw new UsageRefusal(`${name} should be a whole number from ${least} to ${most}, not "${text}".`)
  }
  return count
}
