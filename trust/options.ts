import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../bench/options.ts'

export interface TrustOptions {
  /** Figures to measure; all if undefined. */
  only: number[] | undefined
  /** Figure 3: entries in the queue. */
  entries: number
  /** Figure 6: seconds of overload. */
  seconds: number
  /** Figure 7: idle connections. */
  sockets: number
  /** Figure 8: how often the server is stopped. */
  stops: number
  /** Figures 9 and 20: how often a server is killed and restored, and customers in its database. */
  restores: number
  backupCustomers: number
  /** Figures 13 and 14: customers in the database. */
  customers: number
  /** Figure 15: events that are recorded on phones. */
  events: number
  /** Figure 16: phones, and the minutes in which they sync. */
  phones: number
  minutes: number
}

/** The sizes of the guarantees; results of smaller sizes are not written to the document. */
export const guaranteedSizes = {
  entries: 1000,
  seconds: 60,
  sockets: 10_000,
  stops: 50,
  restores: 20,
  backupCustomers: 1_000_000,
  customers: 100_000,
  events: 1000,
  phones: 2000,
  minutes: 10,
}

export const usage = `npm run trust -- [--only 3,6] [--entries ${guaranteedSizes.entries}] [--seconds ${guaranteedSizes.seconds}]
  [--sockets ${guaranteedSizes.sockets}] [--stops ${guaranteedSizes.stops}] [--restores ${guaranteedSizes.restores}]
  [--backupCustomers ${guaranteedSizes.backupCustomers}] [--customers ${guaranteedSizes.customers}]
  [--events ${guaranteedSizes.events}] [--phones ${guaranteedSizes.phones}] [--minutes ${guaranteedSizes.minutes}]`

export function readOptions(args: readonly string[], known: readonly number[]): TrustOptions {
  const values = parse(args)
  const size = (name: keyof typeof guaranteedSizes): number =>
    readNumber(`--${name}`, values[name] ?? String(guaranteedSizes[name]), 1, guaranteedSizes[name])
  const only = values['only']?.split(',').map(Number)
  const unknown = only?.find((number) => !known.includes(number))
  if (unknown !== undefined) throw new OptionRefusal(`--only takes numbers among ${known.join(', ')}`)
  return {
    only,
    entries: size('entries'),
    seconds: size('seconds'),
    sockets: size('sockets'),
    stops: size('stops'),
    restores: size('restores'),
    backupCustomers: size('backupCustomers'),
    customers: size('customers'),
    events: size('events'),
    phones: size('phones'),
    minutes: size('minutes'),
  }
}

export const isFullRun = (options: TrustOptions): boolean =>
  Object.entries(guaranteedSizes).every(
    ([name, size]) => options[name as keyof typeof guaranteedSizes] === size,
  )

function parse(args: readonly string[]): Record<string, string | undefined> {
  const names = ['only', ...Object.keys(guaranteedSizes)]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}
