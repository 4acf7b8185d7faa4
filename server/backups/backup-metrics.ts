import { Gauge, type Registry } from 'prom-client'
import type { BackupStatus } from '#domain/api/backup-status.ts'

/** The age of what the backups contain; nothing if this server makes none. */
export function addBackupMetrics(
  registry: Registry,
  read: () => Promise<BackupStatus | null>,
  now: () => Date,
): void {
  const age = (moment: string): number => (now().getTime() - Date.parse(moment)) / 1000
  /** One reading for all metrics of a scrape. */
  let reading: Promise<BackupStatus | null> | undefined
  const add = (name: string, help: string, valueOf: (status: BackupStatus) => number | null): void => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => {
        const status = await (reading ??= read().finally(() => {
          reading = undefined
        }))
        const value = status && valueOf(status)
        // A reset would set it to 0, as if it were new.
        gauge.remove()
        if (value !== null) gauge.set(value)
      },
    })
  }
  add(
    'backup_ok',
    '1: the newest backup was restored in a drill, or the first drill is still to come; 0: see the home page',
    ({ state }) => (state === 'red' ? 0 : 1),
  )
  add('backup_restore_point_age_seconds', 'Age of the newest moment that can be restored', ({ through }) =>
    through === null ? null : age(through),
  )
  add(
    'backup_storage_age_seconds',
    'Age of the newest moment that can be restored from the storage; nothing without one',
    ({ storage }) => (storage === null || storage.through === null ? null : age(storage.through)),
  )
  add('backup_proven_age_seconds', 'Age of the last successful restore drill', ({ provenAt }) =>
    provenAt === null ? null : age(provenAt),
  )
}
