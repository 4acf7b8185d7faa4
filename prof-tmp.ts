import { mkdtempSync } from 'node:fs'
import { readConfig } from './server/config.ts'
import { openStore } from './server/store/open-store.ts'
import { system } from './domain/access/actor.ts'
import { loadStarterRows } from './server/starter/first-rows.ts'
import { loadSampleFirm } from './server/starter/sample-firm.ts'
import { openLog } from './server/log.ts'
import { takeIn } from './server/imports/take-in.ts'
import { runJob } from './server/imports/run-job.ts'
import { findJob } from './server/imports/import-store.ts'
import { writeCsv } from './domain/csv.ts'
const dir = mkdtempSync('/tmp/imp/d')
const config = readConfig({ DATA_DIR: dir, ...(process.env.PGURL && { DATABASE_URL: process.env.PGURL }) })
const now = () => new Date()
const store = await openStore({ dataDir: dir, databaseUrl: config.databaseUrl, now, onTrouble: () => {} })
const ctx = { actor: system('x'), store, config, now, log: openLog('warn'), requestId: null, address: 'x' }
await loadStarterRows(ctx)
await loadSampleFirm(ctx)
const like = await store.read.selectFrom('customer').selectAll().limit(200).execute()
const { entityNamed } = await import('./domain/catalogue/catalogue.ts')
const { columnName } = await import('./domain/catalogue/column-name.ts')
const names = Object.keys(entityNamed('customer').fields)
const N = Number(process.env.N ?? 10000)
const rows = Array.from({ length: N }, (_, at) => names.map((n) => n === 'Customer_Code' ? `IMP${String(at).padStart(7,'0')}` : n === 'Last_Visit_ID' ? '' : String(like[at % like.length]![columnName(n)] ?? '')))
let t = process.cpuUsage()
const job = await takeIn(ctx, { entity: 'customer', name: 'x.csv', bytes: Buffer.from(writeCsv([names, ...rows])) })
let c = process.cpuUsage(t); console.log('take in cpu ms', (c.user + c.system) / 1000)
for (const reh of process.env.REH ? [true,false] : [false]) {
  t = process.cpuUsage(); const w = performance.now()
  await runJob(ctx, { ...job, settings: { ...job.settings, leaveWrong: true } }, reh)
  c = process.cpuUsage(t); console.log(reh ? 'rehearse' : 'run', 'cpu ms', (c.user + c.system) / 1000, 'user', c.user/1000, 'wall', performance.now() - w)
  const j = await findJob(store.read, job.id); console.log(j?.state, j?.failure, JSON.stringify(j?.report).slice(0, 300))
}
// bare
if (!config.databaseUrl) {
  const { DatabaseSync } = await import('node:sqlite')
  const all = await store.read.selectFrom('customer').selectAll().where('customer_code', 'like', 'IMP%').limit(N).execute()
  const cols = Object.keys(all[0]!).filter((k) => k !== 'due_day' && k !== 'rid')
  await store.close()
  const db = new DatabaseSync(dir + '/agridesk.sqlite', { enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
  const ins = db.prepare(`insert into customer (${cols.join()}) values (${cols.map(() => '?').join()})`)
  t = process.cpuUsage(); const w = performance.now()
  db.exec('begin immediate')
  for (const [at, r] of all.entries()) { r.id = 'ffffffff-ffff-7fff-bfff-' + String(at).padStart(12,'0'); r.customer_code = 'BARE' + at; r.natural_key = 'bare' + at; ins.run(...cols.map((k) => r[k] as string)) }
  db.exec('commit')
  c = process.cpuUsage(t); console.log('bare cpu ms', (c.user + c.system) / 1000, 'wall', performance.now() - w)
} else await store.close()
process.exit(0)
