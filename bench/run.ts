// `npm run bench`: compares the product with a bare server. See bench/README.md.
import { writeFileSync } from 'node:fs'
import { searchNumber } from './rows/cases.ts'
import { measure } from './measure/measure.ts'
import { OptionRefusal, readOptions, usage, type BenchOptions } from './options.ts'
import { tableOf, type Section } from './report.ts'
import { django } from './peers/django.ts'
import { postgrest } from './peers/postgrest.ts'
import { directus } from './peers/directus.ts'
import { measurePeers } from './peers/measure-peers.ts'
import { tableOfPeers, type PeerSection } from './peers/report-peers.ts'
import { buildWebIfChanged } from '../scripts/build-web.ts'

// Calls process.exit, whose listeners stop the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

const peers = [django, directus, postgrest]

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

async function main(options: BenchOptions): Promise<void> {
  const sections = options.peers ? await comparePeers(options) : await compareWithBare(options)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ options, sections }, null, 2)}\n`)
}

async function comparePeers(options: BenchOptions): Promise<PeerSection[]> {
  buildWebIfChanged()
  const sections: PeerSection[] = []
  for (const database of options.databases) {
    for (const rows of options.rows) {
      const section = await measurePeers(database, rows, options, peers, say)
      sections.push(section)
      console.log(`\n${tableOfPeers(section)}`)
    }
  }
  return sections
}

async function compareWithBare(options: BenchOptions): Promise<Section[]> {
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
  return sections
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
