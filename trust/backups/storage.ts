import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import type { StorageConfig } from '#server/base/backup-config.ts'
import { listBackups } from '#server/backups/backup-folder.ts'
import { ObjectStorage } from '#server/backups/mirror/object-storage.ts'
import { listStored } from '#server/backups/mirror/stored-backups.ts'
import { planFrom } from '#server/backups/restore.ts'
import { freePort, startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { root, runNode } from '../../scripts/test/run-program.ts'
import { ask } from '../client.ts'
import type { Figure, Finding } from '../figure.ts'
import { logIn, withHome } from '../with-server.ts'
import { withSwift, type Swift } from './swift.ts'

const maxLag = 60
const pause = 30

type Say = (sentence: string) => void

export const storedBackups: Figure = {
  number: 17,
  guarantee: `backups in a real S3-compatible storage (OpenStack Swift), 100,000 customers, encrypted: the server is killed 20 times while saving, the first time just after a nightly copy; restored from the storage with the settings and the key alone: at most the last ${maxLag} s missing, 0 acknowledged rows lost before that. A storage that hangs for ${pause} s: saves go on, and it has everything within ${maxLag} s afterwards`,
  measure: ({ restores: count, customers }, say) =>
    withSwift((swift) =>
      withHome('sqlite', async ({ settings }) => {
        say(`17: ${customers} customers`)
        const sample = ['--customers', String(customers), '--visits', String(customers)]
        const env = { DATA_DIR: settings['DATA_DIR']! }
        const filled = await runNode(join(root, 'scripts/sample.ts'), sample, { env })
        if (!filled.ok) throw new Error(filled.output)
        const run = new Run({ ...settings, ...(await settingsOf(swift.storage)) }, swift, say)
        for (let time = 0; time < count; time++) await run.killAndRestore(time === 0)
        await run.hang()
        return run.finding()
      }),
    ),
}

const settingsOf = async (storage: StorageConfig): Promise<Record<string, string>> => ({
  BACKUP_S3_ENDPOINT: storage.endpoint,
  BACKUP_S3_BUCKET: storage.bucket,
  BACKUP_S3_REGION: storage.region,
  BACKUP_S3_ACCESS_KEY: storage.accessKey,
  BACKUP_S3_SECRET_KEY: storage.secretKey,
  BACKUP_KEY: await generateX25519Identity(),
  METRICS_PORT: String(await freePort()),
})

class Run {
  readonly #settings: Record<string, string>
  readonly #swift: Swift
  readonly #say: Say
  /** Codes of acknowledged records, and when. */
  readonly #acknowledged = new Map<string, number>()
  readonly #measured = {
    kills: 0,
    lost: 0,
    compared: 0,
    lag: 0,
    seconds: 0,
    bytes: 0,
    slowest: 0,
    back: 0,
    age: 0,
  }

  constructor(settings: Record<string, string>, swift: Swift, say: Say) {
    this.#settings = settings
    this.#swift = swift
    this.#say = say
  }

  async killAndRestore(isAfterCopy: boolean): Promise<void> {
    if (isAfterCopy) await this.#makeFirstCopy()
    const { server, headers } = await this.#start(isAfterCopy)
    await this.#waitForStorage()
    const folder = join(this.#settings['DATA_DIR']!, 'backups')
    const copies = listBackups(folder).length
    const end = Date.now() + 3000 + Math.random() * 12_000
    await this.#saveWhile(server, headers, () =>
      isAfterCopy ? listBackups(folder).length === copies : Date.now() < end,
    )
    const killedAt = Date.now()
    await server.stop('SIGKILL')
    await this.#compare(killedAt)
  }

  /** In an earlier minute, so that the next copy is due in this one. */
  async #makeFirstCopy(): Promise<void> {
    const { server } = await this.#start(false)
    await this.#waitForStorage()
    await server.stop()
    await sleep(60_000 - (Date.now() % 60_000))
  }

  /** With `isCopyDue`, the server copies the whole database a minute after its start. */
  async #start(isCopyDue: boolean): Promise<{ server: ServerProcess; headers: Record<string, string> }> {
    const minute = new Date().toISOString().slice(11, 16)
    const settings = { ...this.#settings, ...(isCopyDue && { TIME_ZONE: 'UTC', BACKUP_AT: minute }) }
    const server = await startServer(settings, root, { seconds: 300 })
    return { server, headers: await logIn(server.url) }
  }

  async #saveWhile(
    server: ServerProcess,
    headers: Record<string, string>,
    isGoingOn: () => boolean,
  ): Promise<void> {
    while (isGoingOn()) {
      const body = { Soil_Name: `Written ${this.#acknowledged.size}` }
      const reply = await ask(`${server.url}/api/v1/soils`, { method: 'POST', headers, body })
      if (reply.status === 201)
        this.#acknowledged.set((JSON.parse(reply.text) as { Soil_Code: string }).Soil_Code, Date.now())
      this.#measured.slowest = Math.max(this.#measured.slowest, reply.milliseconds)
      await sleep(5)
    }
  }

  /** The age in seconds of the newest moment that the storage can restore. */
  async #age(): Promise<number> {
    const { text } = await ask(`http://127.0.0.1:${this.#settings['METRICS_PORT']}/metrics`)
    return Number(/^backup_storage_age_seconds (\S+)$/m.exec(text)?.[1] ?? Infinity)
  }

  async #waitForStorage(): Promise<void> {
    while ((await this.#age()) === Infinity) await sleep(500)
  }

  /** On another machine: the settings, the key, and an empty folder. */
  async #compare(killedAt: number): Promise<void> {
    const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-stored-'))
    try {
      const storage = new ObjectStorage(this.#swift.storage)
      const plan = planFrom(await listStored(storage, await storage.list(), ''))
      const began = performance.now()
      const env = { ...this.#settings, DATA_DIR: dataDir }
      const { ok, output } = await runNode(join(root, 'scripts/backup/restore.ts'), [], { env })
      if (!ok) throw new Error(output)
      const seconds = (performance.now() - began) / 1000
      const present = codesIn(join(dataDir, 'agridesk.sqlite'))
      const expected = [...this.#acknowledged].filter(([, at]) => at < Date.parse(plan.at))
      const measured = this.#measured
      measured.kills++
      measured.compared += expected.length
      measured.lost += expected.filter(([code]) => !present.has(code)).length
      measured.lag = Math.max(measured.lag, (killedAt - Date.parse(plan.at)) / 1000)
      measured.seconds = Math.max(measured.seconds, seconds)
      measured.bytes = plan.backup.manifest.base.bytes
      this.#say(
        `17: kill ${measured.kills}: ${plan.backup.name} with ${plan.segments.length} segments on the base of ${plan.backup.manifest.createdAt}, ${((killedAt - Date.parse(plan.at)) / 1000).toFixed(1)} s behind, ${seconds.toFixed(1)} s`,
      )
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  }

  async hang(): Promise<void> {
    const { server, headers } = await this.#start(false)
    await this.#waitForStorage()
    this.#measured.slowest = 0
    const resumeAt = Date.now() + pause * 1000
    this.#swift.pause()
    await this.#saveWhile(server, headers, () => Date.now() < resumeAt)
    this.#measured.age = await this.#age()
    this.#swift.resume()
    while ((await this.#age()) > (Date.now() - resumeAt) / 1000) await sleep(200)
    this.#measured.back = (Date.now() - resumeAt) / 1000
    await server.stop()
  }

  finding(): Finding {
    const { kills, lost, compared, lag, seconds, bytes, slowest, back, age } = this.#measured
    return {
      measured: `a base of ${(bytes / 1e6).toFixed(0)} MB: ${kills} kills, ${lost} of ${compared} acknowledged rows lost, the newest stored moment at most ${lag.toFixed(1)} s before the kill, the slowest restore ${seconds.toFixed(1)} s; hanging ${pause} s: ${age.toFixed(0)} s behind, the slowest save ${slowest.toFixed(0)} ms, complete ${back.toFixed(1)} s afterwards`,
      isMet: compared > 0 && lost === 0 && lag <= maxLag && back <= maxLag && slowest < 1000,
    }
  }
}

export function codesIn(file: string): Set<unknown> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return new Set(
      database
        .prepare('select soil_code as code from soil')
        .all()
        .map(({ code }) => code),
    )
  } finally {
    database.close()
  }
}
