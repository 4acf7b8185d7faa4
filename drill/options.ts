import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../bench/options.ts'

export interface DrillOptions {
  /** How often each part is killed. */
  kills: number
  /** Rows of the table to measure; all if undefined. */
  only: number[] | undefined
  /** A folder for the logs of all parts. */
  logs: string | undefined
}

export const guaranteedKills = 10

export const usage = `npm run drill -- failover [--kills ${guaranteedKills}] [--only 1,3] [--logs folder]`

export function readOptions(args: readonly string[], known: readonly number[]): DrillOptions {
  const { values, positionals } = parse(args)
  if (positionals.join(' ') !== 'failover')
    throw new OptionRefusal(`The drill is called failover, not "${positionals.join(' ')}"`)
  const only = values.only?.split(',').map(Number)
  if (only?.some((number) => !known.includes(number)))
    throw new OptionRefusal(`--only takes numbers among ${known.join(', ')}`)
  const kills = readNumber('--kills', values.kills ?? String(guaranteedKills), 1, guaranteedKills)
  return { kills, only, logs: values.logs }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kills: text, only: text, logs: text },
    })
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}
