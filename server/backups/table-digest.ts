import { BackupError } from './backup-error.ts'

/** The number of rows of a table, and a hash of their content. */
export interface TableDigest {
  rows: number
  hash: string
}

/** Refuses a restored table that differs from the one in use. */
export function compareTable(table: string, restored: TableDigest | undefined, live: TableDigest): void {
  if (!restored) throw new BackupError(`The table ${table} is missing from the restored database.`)
  if (restored.rows !== live.rows)
    throw new BackupError(
      `The table ${table} has ${restored.rows} rows in the backup and ${live.rows} in the database.`,
    )
  if (restored.hash !== live.hash)
    throw new BackupError(`The rows of the table ${table} differ between the backup and the database.`)
}
