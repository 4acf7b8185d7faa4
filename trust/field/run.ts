// `npm run field`: records on phones that are disturbed, and compares with the office (figure 15 of docs/trust.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OptionRefusal, readNumber } from '../../bench/options.ts'
import { root } from '../../scripts/test/run-program.ts'
import { databaseNames } from '#testing/databases.ts'
import { lineOf, tableOf, writeLines } from '../report.ts'
import { fieldChaos, fieldSizes, measureField, type FieldOptions } from './chaos/figure.ts'

const usage = `npm run field -- [--events ${fieldSizes.events}] [--phones ${fieldSizes.phones}] [--database sqlite|postgres] [--seed 1]`

function readOptions(args: readonly string[]): FieldOptions {
  const names = ['events', 'phones', 'database', 'seed']
  const values = parse(args, names)
  const databases = databaseNames.filter((name) => (values['database'] ?? name) === name)
  if (databases.length === 0) throw new OptionRefusal('--database should be sqlite or postgres')
  const size = (name: keyof typeof fieldSizes): number =>
    readNumber(`--${name}`, values[name] ?? String(fieldSizes[name]), 1, fieldSizes[name])
  const seed = values['seed'] ?? String(Math.floor(Math.random() * 1e6))
  return {
    events: size('events'),
    phones: size('phones'),
    databases,
    seed: readNumber('--seed', seed, 0, 1e9),
  }
}

function parse(args: readonly string[], names: readonly string[]): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new OptionRefusal(error instanceof Error ? error.message : String(error))
  }
}

// Calls process.exit, whose listeners stop the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

try {
  const options = readOptions(process.argv.slice(2))
  const day = new Date().toISOString().slice(0, 10)
  const when = `${day}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} before`
  const line = lineOf(fieldChaos, await measureField(options, say), when)
  console.log(`\n${tableOf([line])}`)
  const isFull =
    options.events === fieldSizes.events &&
    options.phones === fieldSizes.phones &&
    options.databases.length === databaseNames.length
  const document = join(root, 'docs/trust.md')
  if (isFull) writeFileSync(document, writeLines(readFileSync(document, 'utf8'), [line]))
  else say('\ndocs/trust.md is not updated, because the sizes are smaller than guaranteed.')
  process.exit(line.verdict === 'met' ? 0 : 1)
} catch (error) {
  if (error instanceof OptionRefusal) console.error(`${error.message}\n${usage}`)
  else console.error(error)
  process.exit(2)
}
