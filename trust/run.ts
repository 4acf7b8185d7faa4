// `npm run trust`: measures the guarantees of docs/trust.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { startBuiltServers } from '#testing/processes/server-process.ts'
import { buildServerIfChanged } from '../scripts/build/build-server.ts'
import { root } from '../scripts/test/run-program.ts'
import type { Figure } from './figure.ts'
import { OptionRefusal } from '../bench/options.ts'
import { isFullRun, readOptions, usage, type TrustOptions } from './options.ts'
import { planMonth } from './planning/plan-month.ts'
import { heavyReads } from './heavy-reads.ts'
import { fieldChaos } from './field/chaos/figure.ts'
import { manyPhones } from './field/many-phones.ts'
import { largeChanges } from './large-changes.ts'
import { overload } from './overload.ts'
import { access, guessing, scripts } from './proofs.ts'
import { repeats } from './repeats.ts'
import { fullBackupDisk } from './backups/full-disk.ts'
import { postgresRestores } from './backups/postgres-restores.ts'
import { restores } from './backups/restores.ts'
import { storedBackups } from './backups/storage.ts'
import { lineOf, tableOf, writeLines, type Line } from './report.ts'
import { slowClients } from './slow-clients.ts'
import { standard } from './standard.ts'
import { stops } from './stops.ts'

const figures: readonly Figure[] = [
  repeats,
  access,
  guessing,
  overload,
  slowClients,
  stops,
  restores,
  scripts,
  standard,
  heavyReads,
  largeChanges,
  fieldChaos,
  manyPhones,
  storedBackups,
  fullBackupDisk,
  planMonth,
  postgresRestores,
]
const document = join(root, 'docs/trust.md')

// Calls process.exit, whose listeners stop the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

async function main(options: TrustOptions): Promise<boolean> {
  buildServerIfChanged()
  startBuiltServers()
  const lines: Line[] = []
  for (const figure of figures.filter(({ number }) => options.only?.includes(number) ?? true)) {
    const day = new Date().toISOString().slice(0, 10)
    const when = `${day}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} before`
    const line = lineOf(figure, await figure.measure(options, say), when)
    lines.push(line)
    console.log(`\n${tableOf([line])}`)
  }
  if (isFullRun(options)) writeFileSync(document, writeLines(readFileSync(document, 'utf8'), lines))
  else say('\ndocs/trust.md is not updated, because the sizes are smaller than guaranteed.')
  return lines.every(({ verdict }) => verdict === 'met')
}

try {
  const numbers = figures.map(({ number }) => number)
  process.exit((await main(readOptions(process.argv.slice(2), numbers))) ? 0 : 1)
} catch (error) {
  if (error instanceof OptionRefusal) console.error(`${error.message}\n${usage}`)
  else console.error(error)
  process.exit(2)
}
