import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BackupStatus } from '#domain/api/backup-status.ts'
import { readConfig } from '../base/config.ts'
import { checkBackups } from '../operations/doctor/doctor.ts'
import { openStore } from '../store/open-store.ts'
import { putSetting } from '../store/settings.ts'
import type { LogShipping, Store } from '../store/store.ts'
import { writeManifest, writeProof } from './backup-folder.ts'
import { addBackupMetrics } from './backup-metrics.ts'
import { backupStatus, drillSetting } from './backup-status.ts'
import { isDrillDue } from './nightly.ts'

const now = new Date('2026-11-18T03:00:00.000Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
const folder = mkdtempSync(join(tmpdir(), 'agridesk-status-'))
const config = readConfig({ DATA_DIR: folder })
let store: Store
let shipped: ReturnType<LogShipping['status']>

beforeAll(async () => {
  store = await openStore({ dataDir: folder, now: () => now, onTrouble: () => {} })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

interface Facts {
  problem?: string
  /** Hours since the log was shipped and copied to the storage, the drill ran and it last succeeded. */
  shipped?: number
  storage?: number
  storageProblem?: string
  drill?: number
  drillProblem?: string
  proven?: number
}

async function statusOf(facts: Facts): Promise<BackupStatus | null> {
  const backups = config.backups.folder!
  rmSync(backups, { recursive: true, force: true })
  const own = join(backups, '2026-11-10T020000.000Z')
  writeManifest(own, {
    format: 1,
    createdAt: '2026-11-10T02:00:00.000Z',
    readyAt: '2026-11-10T02:00:00.000Z',
    version: 'test',
    base: { name: 'base.sqlite.zst', bytes: 1, sha256: '', databaseBytes: 1 },
  })
  if (facts.proven !== undefined) writeProof(own, hoursAgo(facts.proven))
  shipped = {
    through: facts.shipped === undefined ? null : hoursAgo(facts.shipped).toISOString(),
    problem: facts.problem ?? null,
    ...(facts.storage !== undefined && {
      storage: { through: hoursAgo(facts.storage).toISOString(), problem: facts.storageProblem ?? null },
    }),
  }
  const drill = {
    at: hoursAgo(facts.drill ?? 1).toISOString(),
    problem: facts.drillProblem ?? null,
    restoredAt: null,
    rows: null,
    seconds: null,
  }
  await store.transaction(async (tx) => {
    await putSetting(tx, drillSetting, JSON.stringify(drill), now)
  })
  const shipping = { status: () => shipped, stop: async () => {}, closed: () => {} }
  return backupStatus({ store: { ...store, shipping }, config, now: () => now })
}

describe('the state of the backups', () => {
  it.each<[string, Facts, BackupStatus['state'], RegExp | null]>([
    ['proven last night', { shipped: 0.001, proven: 1 }, 'green', null],
    ['never proven, and old', { shipped: 0.001 }, 'red', /No backup was ever restored/],
    ['proven three days ago', { shipped: 0.001, proven: 72 }, 'red', /The last successful restore drill/],
    ['proven in the future', { shipped: 0.001, proven: -2 }, 'red', /No backup was ever restored/],
    ['a drill that failed', { shipped: 0.001, proven: 1, drillProblem: 'Damaged.' }, 'red', /^Damaged\.$/],
    ['a disk that is full', { shipped: 0.001, proven: 1, problem: 'Full.' }, 'red', /^Full\.$/],
    [
      'nothing copied for an hour',
      { shipped: 1, proven: 1 },
      'red',
      /Nothing was backed up since 2026-11-18T02:00/,
    ],
    ['a storage that has everything', { shipped: 0.001, storage: 0.002, proven: 1 }, 'green', null],
    [
      'a storage that refuses',
      { shipped: 0.001, storage: 0.002, storageProblem: 'Refused.', proven: 1 },
      'red',
      /^Refused\.$/,
    ],
    [
      'a storage that is an hour behind',
      { shipped: 0.001, storage: 1, proven: 1 },
      'red',
      /Nothing was copied to the storage since 2026-11-18T02:00/,
    ],
  ])('%s', async (_, facts, state, problem) => {
    const status = await statusOf(facts)
    expect(status?.state).toBe(state)
    if (problem) expect(status?.problem).toMatch(problem)
    else expect(status?.problem).toBeNull()
  })

  it('is known to the doctor from the folder as well', async () => {
    await statusOf({ shipped: 0.001, proven: 5 })
    expect(checkBackups(config, undefined, now)[0]!.sentence).toMatch(/compared 5 hours ago/)
    await statusOf({ shipped: 0.001 })
    expect(checkBackups(config, undefined, now)[0]!.sentence).toMatch(/No backup was restored in a drill yet/)
  })

  it('is null where the server makes no backups', async () => {
    expect(await backupStatus({ store, config, now: () => now })).toBeNull()
  })

  it('is in the metrics', async () => {
    const status = await statusOf({ shipped: 0.01, storage: 0.02, proven: 2 })
    const registry = new Registry()
    let readings = 0
    const read = async (): Promise<BackupStatus | null> => {
      readings++
      return status
    }
    addBackupMetrics(registry, read, () => now)
    const text = await registry.metrics()
    expect(readings).toBe(1)
    expect(text).toMatch(/^backup_ok 1$/m)
    expect(text).toMatch(/^backup_restore_point_age_seconds 36$/m)
    expect(text).toMatch(/^backup_storage_age_seconds 72$/m)
    expect(text).toMatch(/^backup_proven_age_seconds 7200$/m)
  })

  it('has no ages in the metrics of what does not exist', async () => {
    const status = await statusOf({ shipped: 0.01 })
    const registry = new Registry()
    addBackupMetrics(
      registry,
      async () => status,
      () => now,
    )
    const text = await registry.metrics()
    expect(text).toMatch(/^backup_restore_point_age_seconds 36$/m)
    expect(text).not.toMatch(/^backup_(storage|proven)_age_seconds \d/m)
  })
})

describe('the drill', () => {
  it.each([
    ['has never run', null, true],
    ['ran before the last night', { at: hoursAgo(3), problem: null }, true],
    ['ran in the future, before the clock was set back', { at: hoursAgo(-2), problem: null }, true],
    ['succeeded since', { at: hoursAgo(0.5), problem: null }, false],
    ['has just failed', { at: hoursAgo(0.5), problem: 'The disk is full.' }, false],
    ['has failed an hour ago', { at: hoursAgo(1), problem: 'The disk is full.' }, true],
  ])('that %s', (_, last, isDue) => {
    const stored = last && {
      ...last,
      at: last.at.toISOString(),
      rows: null,
      seconds: null,
      restoredAt: null,
    }
    expect(isDrillDue(stored, hoursAgo(2).toISOString(), now)).toBe(isDue)
  })
})
