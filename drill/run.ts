// `npm run drill -- upgrade`: replaces instances by a newer version under load. `npm run drill -- failover`: kills instances, the pooler and the primary under load, and counts what was lost.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { startBuiltServers } from '#testing/processes/server-process.ts'
import { OptionRefusal } from '../bench/options.ts'
import { buildServerIfChanged } from '../scripts/build/build-server.ts'
import { root } from '../scripts/test/run-program.ts'
import { lineOf, tableOf, writeLines, type Line } from '../trust/report.ts'
import type { Finding } from '../trust/figure.ts'
import { withFailover } from './failover.ts'
import { drillUpgrades } from './upgrade.ts'
import { guaranteedCustomers, guaranteedKills, readOptions, usage, type DrillOptions } from './options.ts'
import { findPrograms, MissingPrograms } from './programs.ts'
import { scenarios } from './scenarios.ts'

const document = join(root, 'docs/failover.md')

// Calls process.exit, after which the watchdog ends all parts and removes their folder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

async function main(options: DrillOptions): Promise<boolean> {
  const { drill, kills, only, customers, logs } = options
  const programs = drill === 'upgrade' ? findPrograms(undefined, ['haproxy', 'postgres']) : findPrograms()
  buildServerIfChanged()
  startBuiltServers()
  const lines: Line[] = []
  const measured = async (
    row: { number: number; guarantee: string },
    measure: () => Promise<Finding>,
  ): Promise<void> => {
    const day = new Date().toISOString().slice(0, 10)
    const when = `${day}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} before`
    const line = lineOf(row, await measure(), when)
    lines.push(line)
    console.log(`\n${tableOf([line])}`)
  }
  if (drill === 'upgrade') await drillUpgrades({ programs, say, logs, customers }, measured)
  else
    await withFailover({ programs, say, logs }, async ({ measure }) => {
      for (const scenario of scenarios.filter(({ number }) => only?.includes(number) ?? true))
        await measured(scenario, () => measure(scenario, kills))
    })
  if (kills === guaranteedKills && customers === guaranteedCustomers)
    writeFileSync(document, writeLines(readFileSync(document, 'utf8'), lines))
  else
    say(
      `\ndocs/failover.md is not updated, because there were fewer than ${guaranteedKills} kills or not ${guaranteedCustomers} customers.`,
    )
  return lines.every(({ verdict }) => verdict === 'met')
}

try {
  const numbers = scenarios.map(({ number }) => number)
  process.exit((await main(readOptions(process.argv.slice(2), numbers))) ? 0 : 1)
} catch (error) {
  if (error instanceof OptionRefusal) console.error(`${error.message}\n${usage}`)
  else if (error instanceof MissingPrograms) console.error(error.message)
  else console.error(error)
  process.exit(2)
}
