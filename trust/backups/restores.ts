import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBackups } from '#server/backups/backup-folder.ts'
import { planRestore, restoreTo } from '#server/backups/restore.ts'
import { startServer } from '#testing/processes/server-process.ts'
import { root, runNode } from '../../scripts/test/run-program.ts'
import { ask } from '../client.ts'
import type { Figure, Finding } from '../figure.ts'
import { logIn, withHome } from '../with-server.ts'

const maxLag = 60
const maxMinutes = 5

export const restores: Figure = {
  number: 9,
  guarantee: `an embedded database of 1,000,000 customers, killed 20 times at random moments while saving: restored within ${maxMinutes} min, at most the last ${maxLag} s missing, 0 acknowledged rows lost before that`,
  measure: ({ restores: count, backupCustomers: customers }, say) =>
    withHome('sqlite', async ({ settings }) => {
      say(`9: ${customers} customers`)
      const environment = { DATA_DIR: settings['DATA_DIR']! }
      const filled = await runNode(
        join(root, 'scripts/sample.ts'),
        ['--customers', String(customers), '--visits', String(customers)],
        { env: environment },
      )
      if (!filled.ok) throw new Error(filled.output)
      return killAndRestore(settings, count, say)
    }),
}

async function killAndRestore(
  settings: Record<string, string>,
  count: number,
  say: (sentence: string) => void,
): Promise<Finding> {
  const backups = join(settings['DATA_DIR']!, 'backups')
  /** Codes of acknowledged records, and when. */
  const acknowledged = new Map<string, number>()
  const measured = { lost: 0, compared: 0, lag: 0, seconds: 0, bytes: 0 }
  for (let time = 0; time < count; time++) {
    const server = await startServer(settings, root, { seconds: 300 })
    const headers = await logIn(server.url)
    while (listBackups(backups).length === 0) await sleep(500)
    const until = Date.now() + 3000 + Math.random() * 12_000
    while (Date.now() < until) {
      const body = { Soil_Name: `Written ${acknowledged.size}` }
      const { status, text } = await ask(`${server.url}/api/v1/soils`, { method: 'POST', headers, body })
      if (status === 201) acknowledged.set((JSON.parse(text) as { Soil_Code: string }).Soil_Code, Date.now())
    }
    const killedAt = Date.now()
    await server.stop('SIGKILL')
    const result = await restoreNewest(backups)
    const expected = [...acknowledged].filter(([, at]) => at < result.at)
    measured.compared += expected.length
    measured.lost += expected.filter(([code]) => !result.codes.has(code)).length
    measured.lag = Math.max(measured.lag, (killedAt - result.at) / 1000)
    measured.seconds = Math.max(measured.seconds, result.seconds)
    measured.bytes = result.bytes
    say(`9: kill ${time + 1} of ${count}: restored in ${result.seconds.toFixed(1)} s`)
  }
  const { lost, compared, lag, seconds, bytes } = measured
  return {
    measured: `SQLite, ${(bytes / 1e9).toFixed(2)} GB: ${count} kills, ${lost} of ${compared} acknowledged rows lost, the newest moment at most ${lag.toFixed(1)} s before the kill, the slowest restore ${seconds.toFixed(1)} s`,
    isMet: compared > 0 && lost === 0 && lag <= maxLag && seconds <= maxMinutes * 60,
  }
}

interface RestoredState {
  codes: Set<unknown>
  /** The moment that was restored. */
  at: number
  seconds: number
  bytes: number
}

async function restoreNewest(backups: string): Promise<RestoredState> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-restored-'))
  try {
    const began = performance.now()
    const plan = planRestore(backups)
    const target = join(folder, 'agridesk.sqlite')
    await restoreTo(target, plan, { key: undefined })
    const seconds = (performance.now() - began) / 1000
    const database = new DatabaseSync(target, { readOnly: true })
    const codes = new Set(
      database
        .prepare('select soil_code as code from soil')
        .all()
        .map(({ code }) => code),
    )
    database.close()
    return { codes, at: Date.parse(plan.at), seconds, bytes: plan.backup.manifest.base.databaseBytes }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
