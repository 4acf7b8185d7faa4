import type { BenchData } from '../bench-data.ts'

/** Of the rows, the share that is history of records; the rest are audit events, such as log-ins and exports. */
const historyShare = 0.9
/** A statement inserts so many, which keeps the write-ahead log within a few checkpoints. */
const batch = 1_000_000

/**
 * Adds rows of history and audit as the product writes them: ids in the order of time, first the creation of every visit and
 * customer, then changes of random ones with their values before and after. Runs in the database, because the client would take most of the time.
 */
export async function fillChanges(
  data: BenchData,
  count: number,
  say: (sentence: string) => void,
): Promise<void> {
  await data.query(numberedRecords)
  const history = Math.round(count * historyShare)
  for (let from = 1; from <= history; from += batch) {
    const to = Math.min(from + batch - 1, history)
    await data.query(historyRows(from, to, history))
    say(`${to.toLocaleString('en')} of ${history.toLocaleString('en')} rows of history`)
  }
  for (let from = 1; from <= count - history; from += batch)
    await data.query(auditRows(from, Math.min(from + batch - 1, count - history), count - history))
  await data.query('drop table bench_record')
}

/** Visits and customers in the proportion in which they exist, with values like those of a record. */
const numberedRecords = `
  create unlogged table bench_record as
  select row_number() over ()::integer as n, entity, id, "values" from (
    select 'visit' as entity, id, json_build_object('Visit_ID', visit_id, 'Customer_Code', customer_code, 'Status', status,
      'Visited_On', visited_on, 'Planned_At', planned_at, 'Feedback', feedback, 'Remarks', remarks, 'Assigned_To', assigned_to,
      'Season_Recommendation', season_recommendation)::text as "values"
    from visit
    union all
    select 'customer', id, json_build_object('Customer_Code', customer_code, 'Customer_Name', customer_name, 'City_Code', city_code,
      'State_Code', state_code, 'Zone_Code', zone_code, 'Pool_Code', pool_code, 'Station_Code', station_code, 'Street', street,
      'Customer_Phone', customer_phone, 'Visit_In_Days', visit_in_days, 'Last_Visited', last_visited)::text
    from customer
  ) as records;
  alter table bench_record add primary key (n);
  analyze bench_record`

/** Three years ago until now, evenly, as the milliseconds of a UUIDv7. */
const momentOf = (n: string, total: number): string =>
  `(extract(epoch from now()) * 1000 - 94608000000.0 * (1 - ${n}::float8 / ${total}))::bigint`

const idOf = (milliseconds: string): string => `(
  with parts as (select lpad(to_hex(${milliseconds}), 12, '0') as time, md5(random()::text) as r)
  select substr(time, 1, 8) || '-' || substr(time, 9) || '-7' || substr(r, 1, 3) || '-8' || substr(r, 4, 3) || '-' || substr(r, 7, 12)
  from parts)`

const isoOf = (milliseconds: string): string =>
  `to_char(to_timestamp(${milliseconds} / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const historyRows = (from: number, to: number, total: number): string => `
  insert into history (id, entity, record_id, version, action, at, actor_id, actor_name, request_id, before_values, after_values, address)
  select ${idOf('moment')}, record.entity, record.id, change.version, case change.version when 1 then 'create' else 'update' end, ${isoOf('moment')},
    person.id, 'Person ' || person.number, md5(change.n::text),
    case change.version when 1 then null else record."values" end, record."values", '10.0.0.' || person.number
  from (
    select n, ${momentOf('n', total)} as moment, 1 + (n - 1) / records as version,
      case when n <= records then n else 1 + floor(random() * records)::integer end as record
    from generate_series(${from}, ${to}) as n, (select max(n) as records from bench_record) as counted
  ) as change
  join bench_record as record on record.n = change.record
  cross join lateral (select change.n % 100 as number,
    '01900000-0000-7000-8000-' || lpad((change.n % 100)::text, 12, '0') as id) as person
  order by change.n`

const auditRows = (from: number, to: number, total: number): string => `
  insert into audit_event (id, action, at, actor_id, actor_name, address, request_id, details)
  select ${idOf('moment')}, case when n % 20 = 0 then 'export' else 'login' end, ${isoOf('moment')},
    '01900000-0000-7000-8000-' || lpad((n % 100)::text, 12, '0'), 'Person ' || n % 100, '10.0.0.' || n % 100, md5(n::text), '{}'
  from (select n, ${momentOf('n', total)} as moment from generate_series(${from}, ${to}) as n) as event
  order by n`
