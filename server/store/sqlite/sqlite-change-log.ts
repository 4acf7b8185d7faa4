import { sql } from 'kysely'
import type { ChangeLogDialect } from '../dialect.ts'

/**
 * A counter: there is one writer, so a transaction with a higher number is committed later. The newest row is never deleted,
 * which would begin the count anew.
 */
export const sqliteChangeLog: ChangeLogDialect = {
  insert: (rows) => sql`
    insert into change_log (tx, subject, key)
    select (select coalesce(max(tx), 0) + 1 from change_log), value ->> 0, value ->> 1 from json_each(${rows})`,
  position: sql`cast((select coalesce(max(tx), 0) + 1 from change_log) as text)`,
  // A restored copy is detected at the start of the server.
  origin: sql`''`,
  since: (position) => sql`tx >= ${Number(position)}`,
  until: (position) => sql`tx < ${Number(position)}`,
}
