// `npm run bench`: compares the product with a bare server. See bench/README.md.
import { writeFileSync } from 'node:fs'
import { searchNumber } from './rows/cases.ts'
import { measure } from './measure/measure.ts'
import { OptionRefusal, readOptions, usage, type BenchOptions } from './options.ts'
import { tableOf, type Section } from './report.ts'

// Calls process.exit, whose listeners stop the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

async function main(options: BenchOptions): Promise<void> {
  const sections: Section[] = []
  for (const database of options.databases) {
    const sizes: Section[] = []
    for (const rows of options.rows) {
      const section = await measure(database, rows, options, say)
      sizes.push(section)
      console.log(`\n${tableOf(section)}`)
    }
    const growth = searchGrowth(sizes)
    if (growth) console.log(growth)
    sections.push(...sizes)
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ options, sections }, null, 2)}\n`)
}

/** The second goal of row 4: with ten times as many customers, a search takes at most twice as long. */
function searchGrowth(sizes: readonly Section[]): string | undefined {
  const [small, large] = [sizes[0], sizes.at(-1)].map((section) => ({
    rows: section?.rows ?? 0,
    p99: section?.lines.find(({ number }) => number === searchNumber)?.load?.ours.p99,
  }))
  if (!small?.p99 || !large?.p99 || small.rows >= large.rows) return undefined
  const growth = large.p99 / small.p99
  return `  ${searchNumber}: p99 among ${large.rows.toLocaleString('en')} is ${growth.toFixed(2)} × that among ${small.rows.toLocaleString('en')} (goal ≤ 2: ${growth <= 2 ? 'met' : 'missed'})`
}

try {
  await main(readOptions(process.argv.slice(2)))
} catch (error) {
  if (error instanceof OptionRefusal) console.error(`${error.message}\n${usage}`)
  else console.error(error)
  // Running servers would keep this process alive; they end with it.
  process.exit(1)
}
