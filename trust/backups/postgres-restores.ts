import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { root, runNode } from '../../scripts/test/run-program.ts'
import { ask, NoReply, runWorkers } from '../client.ts'
import type { Figure, Finding } from '../figure.ts'
import { administrator, logIn } from '../with-server.ts'
import { PostgresMachine } from './postgres-machine.ts'

export const maxLag = 60
const maxMinutes = 5

export const postgresRestores: Figure = {
  number: 20,
  guarantee: `a PostgreSQL database of 1,000,000 customers, backed up by pgBackRest with the files of deploy/pgbackrest; PostgreSQL and the server are killed 20 times at random moments while saving: restored from the repository alone within ${maxMinutes} min, at most the last ${maxLag} s missing, 0 acknowledged rows lost before that`,
  measure: async ({ restores: count, backupCustomers: customers }, say) => {
    const machine = await PostgresMachine.create()
    const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-trust-'))
    try {
      say(`20: ${customers} customers`)
      const settings = {
        DATA_DIR: dataDir,
        DATABASE_URL: machine.url,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      }
      const sample = ['--customers', String(customers), '--visits', String(customers)]
      const filled = await runNode(join(root, 'scripts/sample.ts'), sample, { env: settings })
      if (!filled.ok) throw new Error(filled.output)
      say('20: the first backup')
      await machine.setUpBackups()
      const run = new Run(machine, settings, say)
      for (let time = 0; time < count; time++) await run.killAndRestore(time)
      return await run.finding()
    } finally {
      await machine.remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

class Run {
  readonly #machine: PostgresMachine
  readonly #settings: Record<string, string>
  readonly #say: (sentence: string) => void
  #server: ServerProcess | undefined
  /** What was saved before this moment has been restored. */
  #servedSince = Date.now()
  #sent = 0
  /** Names of acknowledged records, when they were sent and when acknowledged. */
  readonly #acknowledged = new Map<string, { sentAt: number; at: number }>()
  readonly #measured = { kills: 0, lost: 0, compared: 0, lag: 0, seconds: 0 }

  constructor(machine: PostgresMachine, settings: Record<string, string>, say: (sentence: string) => void) {
    this.#machine = machine
    this.#settings = settings
    this.#say = say
  }

  /**
   * Of four times, the second is after a backup of the restored database, the third saves slowly, so that the log is
   * archived because of its age, and the fourth is during a backup.
   */
  async killAndRestore(time: number): Promise<void> {
    const server = (this.#server ??= await this.#start())
    const headers = await logIn(server.url)
    if (time % 4 === 1) await this.#machine.backUp('diff')
    let isKilled = false
    const isSlow = time % 4 === 2
    const saving = runWorkers(
      isSlow ? 1 : 4,
      () => isKilled,
      () => this.#save(server.url, headers, isSlow ? 500 : 5),
    )
    const kill = async (): Promise<number> => {
      await sleep(isSlow ? 20_000 + Math.random() * 45_000 : 3000 + Math.random() * 12_000)
      const killedAt = Date.now()
      isKilled = true
      await this.#machine.kill()
      await server.stop('SIGKILL')
      return killedAt
    }
    const backUp = async (): Promise<void> => {
      if (time % 4 !== 3) return
      await this.#machine.backUp('diff').catch((error: unknown) => {
        if (!isKilled) throw error
      })
    }
    const [killedAt] = await Promise.all([kill(), saving, backUp()])
    const began = performance.now()
    await this.#machine.restore()
    const servedSince = Date.now()
    this.#server = await this.#start()
    await this.#compare(killedAt, (performance.now() - began) / 1000)
    this.#servedSince = servedSince
  }

  readonly #start = (): Promise<ServerProcess> => startServer(this.#settings, root, { seconds: 300 })

  async #save(url: string, headers: Record<string, string>, pause: number): Promise<void> {
    const body = { Soil_Name: `Written ${++this.#sent}` }
    const sentAt = Date.now()
    try {
      const { status } = await ask(`${url}/api/v1/soils`, { method: 'POST', headers, body })
      if (status === 201) this.#acknowledged.set(body.Soil_Name, { sentAt, at: Date.now() })
    } catch (error) {
      if (!(error instanceof NoReply)) throw error
    }
    await sleep(pause)
  }

  async #compare(killedAt: number, seconds: number): Promise<void> {
    const [state] = await this.#machine.query(
      'select extract(epoch from pg_last_xact_replay_timestamp()) * 1000 as at, timeline_id as timeline from pg_control_checkpoint()',
    )
    const rows = await this.#machine.query('select soil_name as name from soil')
    const present = new Set(rows.map(({ name }) => name))
    // Nothing was saved between a restore and the next start.
    const restoredAt = Math.max(this.#servedSince, Number(state?.['at'] ?? 0))
    const expected = [...this.#acknowledged].filter(([, { at }]) => at < restoredAt)
    const missing = [...this.#acknowledged].filter(([name]) => !present.has(name))
    // Not from the restored moment: nothing is missing of the time in which nothing was saved.
    const lag = (killedAt - Math.min(killedAt, ...missing.map(([, { sentAt }]) => sentAt))) / 1000
    for (const [name] of missing) this.#acknowledged.delete(name)
    const measured = this.#measured
    measured.kills++
    measured.compared += expected.length
    measured.lost += expected.filter(([name]) => !present.has(name)).length
    measured.lag = Math.max(measured.lag, lag)
    measured.seconds = Math.max(measured.seconds, seconds)
    this.#say(
      `20: kill ${measured.kills}: timeline ${String(state?.['timeline'])}, ${lag.toFixed(1)} s and ${missing.length} rows missing, ${measured.lost} of ${measured.compared} lost so far, restored in ${seconds.toFixed(1)} s`,
    )
  }

  async finding(): Promise<Finding> {
    await this.#server?.stop()
    const [size] = await this.#machine.query('select pg_database_size(current_database()) as bytes')
    const { kills, lost, compared, lag, seconds } = this.#measured
    return {
      measured: `PostgreSQL, ${(Number(size?.['bytes']) / 1e9).toFixed(2)} GB: ${kills} kills, ${lost} of ${compared} acknowledged rows lost, at most the last ${lag.toFixed(1)} s missing, the slowest restore ${seconds.toFixed(1)} s`,
      isMet: compared > 0 && lost === 0 && lag <= maxLag && seconds <= maxMinutes * 60,
    }
  }
}
