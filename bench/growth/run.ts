// `npm run growth`: what grows with the data, on PostgreSQL. See bench/README.md.
import { writeFileSync } from 'node:fs'
import { OptionRefusal } from '../options.ts'
import { measureSize, type SizeNumbers } from './measure-size.ts'
import { readOptions, usage, type GrowthOptions } from './options.ts'
import { growthTable } from './report.ts'

// Calls process.exit, whose listeners stop the servers and remove the folders.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

async function main(options: GrowthOptions): Promise<void> {
  const sizes: SizeNumbers[] = []
  for (const customers of options.customers) {
    const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
    sizes.push(await measureSize(customers, options, say))
    // After each size, so that a failure of the next one loses nothing.
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ options, sizes }, null, 2)}\n`)
  }
  console.log(growthTable(sizes))
}

try {
  await main(readOptions(process.argv.slice(2)))
} catch (error) {
  if (error instanceof OptionRefusal) console.error(`${error.message}\n${usage}`)
  else console.error(error)
  process.exit(1)
}
