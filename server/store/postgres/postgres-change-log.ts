import { sql } from 'kysely'
import type { ChangeLogDialect } from '../dialect.ts'

/**
 * The number is the id of the transaction. A transaction that began early may commit late, so a position is a snapshot: what it
 * did not see is read the next time, whatever its number. Nothing below its first number was running.
 */
export const postgresChangeLog: ChangeLogDialect = {
  insert: (rows) => sql`
    insert into change_log (tx, subject, key)
    select pg_current_xact_id()::text::bigint, row ->> 0, row ->> 1 from json_array_elements(${rows}::json) as row
    on conflict do nothing`,
  position: sql`pg_current_snapshot()::text`,
  // A new cluster numbers transactions anew; so does a standby that took over, for those it had not received. A dump that was
  // restored into the same cluster does not contain what was changed since, but the table has another number.
  origin: sql`(select system_identifier::text from pg_control_system()) || ' ' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    || ' ' || coalesce(to_regclass('change_log')::oid::text, '')`,
  since: (position) => sql`(tx >= ${Number(position.split(':')[0])}
    and not pg_visible_in_snapshot(tx::text::xid8, ${position}::pg_snapshot))`,
  until: (position) => sql`(tx < ${Number(position.split(':')[1])}
    and pg_visible_in_snapshot(tx::text::xid8, ${position}::pg_snapshot))`,
}
