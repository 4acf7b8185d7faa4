import { parseArgs } from 'node:util'
import { databaseNames, type DatabaseName } from '#testing/databases.ts'

export interface BenchOptions {
  /** Numbers of customers; each is measured on its own database. */
  rows: number[]
  databases: DatabaseName[]
  /** Duration of the load on each side in a round. */
  seconds: number
  rounds: number
  connections: number
  /** Rows of the table to measure; all if undefined. */
  only: string[] | undefined
  json: string | undefined
  /** Compares with other products instead of the bare limit. */
  peers: boolean
}

export const usage = `npm run bench -- [--rows 100000[,1000000]] [--database sqlite|postgres|both]
  [--seconds 3] [--rounds 3] [--connections 10] [--only 1,2,5] [--json file] [--peers]`

export class OptionRefusal extends Error {}

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parse(args)
  const database = values.database ?? 'both'
  const databases = databaseNames.filter((name) => database === name || database === 'both')
  if (databases.length === 0)
    throw new OptionRefusal(`--database should be sqlite, postgres or both, not "${database}"`)
  return {
    rows: (values.rows ?? '100000').split(',').map((text) => readNumber('--rows', text, 100, 5_000_000)),
    databases,
    seconds: readNumber('--seconds', values.seconds ?? '3', 0.1, 60),
    rounds: readNumber('--rounds', values.rounds ?? '3', 1, 50),
    connections: readNumber('--connections', values.connections ?? '10', 1, 200),
    only: values.only?.split(',').map((text) => text.trim()),
    json: values.json,
    peers: values.peers ?? false,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        rows: text,
        database: text,
        seconds: text,
        rounds: text,
        connections: text,
        only: text,
        json: text,
        peers: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}

export function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text.replaceAll('_', ''))
  if (!(number >= least && number <= most))
    throw new OptionRefusal(`${name} should be a number from ${least} to ${most}, not "${text}"`)
  return number
}
