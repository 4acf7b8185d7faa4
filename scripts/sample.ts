import { pino } from 'pino'
import { system } from '#domain/access/actor.ts'
import { readConfig, ConfigError } from '#server/base/config.ts'
import type { Context } from '#server/core/context.ts'
import '#server/hooks.ts'
import { loadStarterRows } from '#server/starter/first-rows.ts'
import { SchemaError } from '#server/store/schema/migrate.ts'
import { openStore } from '#server/store/open-store.ts'
import { fillStore, type Amount } from './sample/fill-store.ts'
import { help, readOptions, UsageRefusal } from './sample/options.ts'

/** `npm run sample -- --customers 100000`: fills the database for measurements. */
async function main(): Promise<void> {
  const wanted = readOptions(process.argv.slice(2))
  if (!wanted) return say(help)
  const config = readConfig(process.env)
  const now = (): Date => new Date()
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    now,
    onTrouble: (error) => say(`A database connection broke: ${error.message}\n`),
  })
  const actor = system('sample rows for measuring')
  const log = pino({ level: 'silent' })
  const ctx: Context = { actor, store, config, now, log, requestId: null, address: 'here' }
  try {
    await loadStarterRows(ctx)
    const report = progress(wanted)
    const done = await fillStore(ctx, wanted, {
      onProgress: report.note,
      onStep: (sentence) => say(`${sentence}\n`),
    })
    say(report.summary(done))
  } finally {
    await store.close()
  }
}

const secondsBetweenLines = 3
const show = (count: number): string => Math.round(count).toLocaleString('en-IN')

/** Prints a line every few seconds, with the rate since the previous one. */
function progress(wanted: Amount): { note: (done: Amount) => void; summary: (done: Amount) => string } {
  const start = performance.now()
  let line = { at: start, rows: 0 }
  return {
    note: (done) => {
      const at = performance.now()
      const seconds = (at - line.at) / 1000
      const rows = done.customers + done.visits
      if (seconds < secondsBetweenLines) return
      say(
        `${show(done.customers)} of ${show(wanted.customers)} customers, ${show(done.visits)} visits, ${show((rows - line.rows) / seconds)} rows/s\n`,
      )
      line = { at, rows }
    },
    summary: (done) => {
      const seconds = (performance.now() - start) / 1000
      const rows = done.customers + done.visits
      return `Added ${show(done.customers)} customers and ${show(done.visits)} visits in ${seconds.toFixed(1)} s: ${show(rows / seconds)} rows/s.\n`
    },
  }
}

function say(text: string): void {
  process.stdout.write(text)
}

function explain(error: unknown): string {
  if (error instanceof UsageRefusal || error instanceof ConfigError || error instanceof SchemaError) {
    return error.message
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^E(CONNREFUSED|NOTFOUND|HOSTUNREACH|TIMEDOUT)|^3D000|^28/.test(code)) {
    return `The database in DATABASE_URL refuses the connection (${code}). Check the address, the name and the password.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})
