import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../bench/options.ts'

export interface DrillOptions {
  drill: 'failover' | 'upgrade'
  /** How often each part is killed. */
  kills: number
  /** Rows of the table to measure; all if undefined. */
  only: number[] | undefined
  /** How many customers the database of an upgrade has. */
  customers: number
  /** A folder for the logs of all parts. */
  logs: string | undefined
}

export const guaranteedKills = 10

/** Customers of the drill of upgrades. */
export const guaranteedCustomers = 100_000

export const usage = `npm run drill -- failover [--kills ${guaranteedKills}] [--only 1,3] [--logs folder]
npm run drill -- upgrade [--customers ${guaranteedCustomers}] [--logs folder]`

export function readOptions(args: readonly string[], known: readonly number[]): DrillOptions {
  const { values, positionals } = parse(args)
  const drill = positionals.join(' ')
  if (drill !== 'failover' && drill !== 'upgrade')
    throw new OptionRefusal(`The drills are called failover and upgrade, not "${drill}"`)
  const only = values.only?.split(',').map(Number)
  if (only?.some((number) => !known.includes(number)))
    throw new OptionRefusal(`--only takes numbers among ${known.join(', ')}`)
  const kills = readNumber('--kills', values.kills ?? String(guaranteedKills), 1, guaranteedKills)
  const customers = readNumber('--customers', values.customers ?? String(guaranteedCustomers), 100, 1_000_000)
  return { drill, kills, only, customers, logs: values.logs }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kills: text, only: text, customers: text, logs: text },
    })
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}
