import * as z from 'zod/mini'
import { count, dateTime, described, text } from './values.ts'

/** Of the backups that the server makes of the embedded database, or pgBackRest of PostgreSQL. */
export const backupStatus = z.strictObject({
  state: described(
    z.enum(['green', 'waiting', 'red']),
    'Green: the newest backup was restored in a drill; waiting: the first drill has not run yet; red: see the problem',
  ),
  problem: described(z.nullable(text), 'What is wrong, and what to do, in English as in the log'),
  through: described(z.nullable(dateTime), 'Everything saved before that moment is in the backup'),
  newest: described(z.nullable(dateTime), 'When the whole database was last copied'),
  backups: described(z.nullable(count), 'Copies of the whole database that are kept; null: pgBackRest knows'),
  provenAt: described(z.nullable(dateTime), 'The last successful drill'),
  storage: described(
    z.nullable(
      z.strictObject({
        through: described(
          z.nullable(dateTime),
          'Everything saved before that moment can be restored from the storage',
        ),
        problem: z.nullable(text),
      }),
    ),
    'The storage that the backups are copied to; null: none',
  ),
  isEncrypted: described(z.nullable(z.boolean()), 'Null: pgBackRest knows'),
  drill: described(
    z.nullable(
      z.strictObject({
        at: dateTime,
        problem: z.nullable(text),
        restoredAt: described(z.nullable(dateTime), 'The moment whose state was restored'),
        rows: z.nullable(count),
        seconds: z.nullable(z.number()),
      }),
    ),
    'The last drill; null: none yet',
  ),
})

export type BackupStatus = z.infer<typeof backupStatus>
