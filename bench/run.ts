// What it costs, as ratios: `npm run bench`. How to read it stands in bench/README.md.
import { writeFileSync } from 'node:fs'
import { searchNumber } from './cases.ts'
import { measure } from './measure.ts'
import { OptionRefusal, readOptions, usage, type BenchOptions } from './options.ts'
import { tableOf, type Section } from './report.ts'

// Ends through `exit`, where servers are stopped and folders removed.
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

/** Row 4's second half: among ten times as many customers a part of a name is found at most half as fast. */
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
  // Servers that still run would keep this process alive; they end with it.
  process.exit(1)
}
