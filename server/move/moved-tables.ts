import { stateSetting } from '../accounts/after-restore.ts'
import { drillSetting, provenSetting } from '../backups/backup-status.ts'
import { warningSetting } from '../backups/nightly.ts'
import { changeLogMark, daysSetting, keptFromSetting } from '../store/changes/change-log.ts'
import { triggersSetting } from '../store/owners/triggers.ts'
import { schemaOfCatalogue } from '../store/schema/schema-of-catalogue.ts'
import type { Table } from '../store/schema/table.ts'

/** Tables whose rows are not moved; all others are. */
const leftTables: ReadonlySet<string> = new Set([
  // Everyone logs in again, and a push subscription ends with its session.
  'session',
  'push_subscription',
  // Its numbers are those of the transactions of one database.
  'change_log',
])

/** Settings that are true of one database only. */
export const leftSettings: readonly string[] = [
  changeLogMark,
  keptFromSetting,
  daysSetting,
  triggersSetting,
  stateSetting,
  drillSetting,
  provenSetting,
  warningSetting,
]

/** All tables, parents before children. */
export const allTables = (): Table[] => schemaOfCatalogue()

export const isMoved = ({ name }: Table): boolean => !leftTables.has(name)
