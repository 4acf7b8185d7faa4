import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { planRestore, restoreTo } from '#server/backups/restore.ts'
import { freePort, startServer } from '#testing/processes/server-process.ts'
import { root } from '../../scripts/test/run-program.ts'
import { ask } from '../client.ts'
import type { Figure, Finding } from '../figure.ts'
import { logIn, withHome } from '../with-server.ts'
import { codesIn } from './storage.ts'

const rounds = 5
/** Seconds that the disk is full each time, and that may pass until the problem is reported and until it is over. */
const fullFor = 15
const maxSeconds = 15

export const fullBackupDisk: Figure = {
  number: 18,
  guarantee: `the disk of the backups is full ${rounds} times for ${fullFor} s: saves go on, a sentence says what to do and the backups continue by themselves when there is space, each within ${maxSeconds} s, 0 acknowledged rows missing from the restored backup`,
  measure: (_options, say) =>
    withHome('sqlite', ({ settings }) => withSmallDisk((disk) => fillAndFree(settings, disk, say))),
}

/** A file system of 64 MB in memory; mounting it needs root. */
async function withSmallDisk<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
  const unmount = (): void => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  }
  process.once('exit', unmount)
  try {
    return await work(folder)
  } finally {
    process.off('exit', unmount)
    unmount()
  }
}

/** Leaves no block; the server may be faster with the last ones. */
function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc((bavail + 1) * bsize))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

async function fillAndFree(
  settings: Record<string, string>,
  disk: string,
  say: (sentence: string) => void,
): Promise<Finding> {
  const backups = join(disk, 'backups')
  mkdirSync(backups)
  const metricsPort = await freePort()
  const environment = {
    ...settings,
    BACKUP_DIR: backups,
    BACKUP_INTERVAL: '1',
    METRICS_PORT: String(metricsPort),
  }
  const server = await startServer(environment, root)
  const headers = await logIn(server.url)
  const acknowledged = new Set<string>()
  const measured = { slowest: 0, refused: 0, reported: 0, back: 0, lost: 0 }
  const save = async (): Promise<void> => {
    const body = { Soil_Name: `Written ${acknowledged.size}` }
    const { status, text, milliseconds } = await ask(`${server.url}/api/v1/soils`, {
      method: 'POST',
      headers,
      body,
    })
    if (status === 201) acknowledged.add((JSON.parse(text) as { Soil_Code: string }).Soil_Code)
    else measured.refused++
    measured.slowest = Math.max(measured.slowest, milliseconds)
    await sleep(5)
  }
  const ageOfBackup = async (): Promise<number> => {
    const { text } = await ask(`http://127.0.0.1:${metricsPort}/metrics`)
    return Number(/^backup_restore_point_age_seconds (\S+)$/m.exec(text)?.[1] ?? Infinity)
  }
  const sentences = (): number =>
    server.output().match(/The disk of the backup folder is full\. Make room/g)?.length ?? 0
  /** Saves until it holds, and returns the seconds. */
  const saveUntil = async (holds: () => Promise<boolean>): Promise<number> => {
    const began = performance.now()
    while (!(await holds())) await save()
    return (performance.now() - began) / 1000
  }
  try {
    await saveUntil(async () => (await ageOfBackup()) < 5)
    for (let round = 1; round <= rounds; round++) {
      fill(disk)
      const until = Date.now() + fullFor * 1000
      const before = sentences()
      measured.reported = Math.max(measured.reported, await saveUntil(async () => sentences() > before))
      while (Date.now() < until) await save()
      rmSync(join(disk, 'filler'))
      const freedAt = Date.now()
      const isBack = async (): Promise<boolean> => (await ageOfBackup()) < (Date.now() - freedAt) / 1000
      measured.back = Math.max(measured.back, await saveUntil(isBack))
      const stoppedAt = Date.now()
      while ((await ageOfBackup()) > (Date.now() - stoppedAt) / 1000) await sleep(100)
      const present = await restoredCodes(backups)
      measured.lost += [...acknowledged].filter((code) => !present.has(code)).length
      say(`18: full and free again ${round} of ${rounds}`)
    }
  } finally {
    await server.stop()
  }
  const { slowest, refused, reported, back, lost } = measured
  return {
    measured: `${acknowledged.size} saves, ${refused} refused, the slowest ${slowest.toFixed(0)} ms; reported after at most ${reported.toFixed(1)} s, backups continue after at most ${back.toFixed(1)} s, ${lost} rows missing after ${rounds} restores`,
    isMet: refused === 0 && lost === 0 && reported <= maxSeconds && back <= maxSeconds && slowest < 1000,
  }
}

async function restoredCodes(backups: string): Promise<Set<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-restored-'))
  try {
    const target = join(folder, 'agridesk.sqlite')
    await restoreTo(target, planRestore(backups), { key: undefined })
    return codesIn(target)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
