import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../bench/options.ts'

export interface TrustOptions {
  /** Numbers of the figures; all when undefined. */
  only: number[] | undefined
  /** Figure 3: entries in the queue. */
  entries: number
  /** Figure 6: how long there is four times too much. */
  seconds: number
  /** Figure 7: idle connections. */
  sockets: number
  /** Figure 8: how often the server is asked to stop. */
  stops: number
  /** Figure 13: how many customers there are. */
  customers: number
}

/** What is promised; anything less is a look, and is not written into the document. */
export const promised = { entries: 1000, seconds: 60, sockets: 10_000, stops: 50, customers: 100_000 }

export const usage = `npm run trust -- [--only 3,6] [--entries ${promised.entries}] [--seconds ${promised.seconds}]
  [--sockets ${promised.sockets}] [--stops ${promised.stops}] [--customers ${promised.customers}]`

export function readOptions(args: readonly string[], known: readonly number[]): TrustOptions {
  const values = parse(args)
  const size = (name: keyof typeof promised): number =>
    readNumber(`--${name}`, values[name] ?? String(promised[name]), 1, promised[name])
  const only = values['only']?.split(',').map(Number)
  const unknown = only?.find((number) => !known.includes(number))
  if (unknown !== undefined) throw new OptionRefusal(`--only takes numbers among ${known.join(', ')}`)
  return {
    only,
    entries: size('entries'),
    seconds: size('seconds'),
    sockets: size('sockets'),
    stops: size('stops'),
    customers: size('customers'),
  }
}

export const isWhole = (options: TrustOptions): boolean =>
  Object.entries(promised).every(([name, size]) => options[name as keyof typeof promised] === size)

function parse(args: readonly string[]): Record<string, string | undefined> {
  const names = ['only', ...Object.keys(promised)]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}
