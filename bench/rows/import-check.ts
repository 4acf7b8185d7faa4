import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { system } from '#domain/access/actor.ts'
import { writeCsv } from '#domain/csv.ts'
import { readConfig } from '#server/base/config.ts'
import { beginBatch } from '#server/changes/batch-service.ts'
import { runOrDryRun } from '#server/changes/dry-run.ts'
import type { Context } from '#server/core/context.ts'
import '#server/hooks.ts'
import { insertJob, type Job } from '#server/imports/import-store.ts'
import { loadSheets } from '#server/imports/loading/load-sheets.ts'
import { newJob, readInto } from '#server/imports/reading/read-into-rows.ts'
import { openStore } from '#server/store/open-store.ts'
import { assignDistinctCodes } from '#server/store/records/code-series.ts'
import type { Bench } from '../compare.ts'
import { cpuOfPostgres } from '../measure/process-numbers.ts'
import { median } from '../measure/statistics.ts'
import type { Line } from '../report.ts'
import { newCustomers } from './import-speed.ts'

const maxRows = 10_000
const maxRatio = 1.5

/** Row 18: the check of an import, with its rows compared with all customers and, as "bare", without; in CPU time. */
export async function measureImportCheck(
  bench: Pick<Bench, 'data' | 'samples'>,
  rounds: number,
): Promise<Line> {
  const { data } = bench
  const config = readConfig(data.ours)
  const now = (): Date => new Date()
  const { dataDir, databaseUrl } = config
  const store = await openStore({ dataDir, databaseUrl, now, onTrouble: () => {} })
  const log = pino({ level: 'silent' })
  const actor = system('a measurement')
  const ctx: Context = { actor, store, config, now, log, requestId: null, address: 'here' }
  try {
    const job = await fileOf(ctx, bench)
    const times = { with: [] as number[], without: [] as number[] }
    let duplicates = 0
    for (let round = -1; round < rounds; round++)
      for (const which of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const before = cpuSoFar(bench)
        const found = await check(ctx, job, which === 'without')
        if (which === 'with') duplicates = found
        // The first round warms up.
        if (round >= 0) times[which].push(cpuSoFar(bench) - before)
      }
    const [ours, bare] = [median(times.with), median(times.without)]
    return {
      number: '18',
      work: `check of ${job.rowCount.toLocaleString('en')} customers, with likely duplicates`,
      unit: 'ms',
      ours,
      bare,
      ratio: ours / bare,
      goal: `≤ ${maxRatio} × without`,
      verdict: ours / bare <= maxRatio ? 'met' : 'missed',
      note: `CPU time; ${duplicates.toLocaleString('en')} likely duplicates`,
    }
  } finally {
    await store.close()
  }
}

function cpuSoFar({ data }: Pick<Bench, 'data'>): number {
  const { user, system: inKernel } = process.cpuUsage()
  return (user + inKernel) / 1000 + (data.serverFolder ? cpuOfPostgres(data.serverFolder) : 0)
}

/** Every other row is a customer that exists; the others have names of their own. */
async function fileOf(ctx: Context, { data, samples }: Pick<Bench, 'data' | 'samples'>): Promise<Job> {
  const customers = newCustomers({ samples }, Math.min(maxRows, data.rows)).map((each, at) => ({
    ...each,
    Customer_Code: `CHK${at}`,
    Customer_Email: `check.${at}@mail.example`,
    Customer_Phone: `+91 7${String(at).padStart(9, '0')}`,
    ...(at % 2 === 1 && { Customer_Name: `Check ${at} ${String(each['Customer_Name'])}`, PAN: null }),
  }))
  const columns = Object.keys(customers[0]!)
  const table = customers.map((each) => columns.map((name) => String(Object(each)[name] ?? '')))
  const path = join(data.folder, 'check.csv')
  writeFileSync(path, writeCsv([columns, ...table]))
  const job = newJob(ctx, { entity: 'customer', bySheet: false }, 'check.csv', { path, size: 1, hash: '' })
  await ctx.store.transaction((tx) => insertJob(tx, job))
  return readInto(ctx, job, path)
}

/** What a check does, as one transaction that is rolled back; returns the number of likely duplicates. */
const check = (ctx: Context, job: Job, isChecked: boolean): Promise<number> =>
  runOrDryRun(ctx, true, async (tx) => {
    const batch = await beginBatch(ctx, tx, { kind: 'import', entity: 'customer', title: 'check' })
    assignDistinctCodes(tx, 'far above')
    const { report } = await loadSheets({
      ctx: batch,
      job,
      // The duplicates of a check before this one are used; there was none, so none are found.
      isChecked,
      chunkSize: 500,
      tx,
      inChunk: (work) => work(tx),
      onProgress: async () => {},
    })
    if (report.created !== job.rowCount && report.wrong > 0)
      throw new Error(`The check failed: ${JSON.stringify(report.problems[0])}`)
    return report.duplicates
  })
