import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#domain/dates.ts'
import { overdueAges } from '#domain/visits/plans.ts'
import type { Condition, Db, Row } from '../store/dialect.ts'
import { dayNumber } from './visit-store.ts'

/** A part of the territory, by the column in which customers name it; null: all of it. */
export type Within = {
  part: { column: string; code: string } | null
  inStretches: boolean
  /** What the asker sees at all, where that is not everything. */
  limit: Condition | undefined
} | null

type Sql = RawBuilder<unknown>

const read = async (db: Db, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows

/**
 * Customers of that part. Where another table is read in stretches, the index on the part would lead through all of them
 * again for every stretch, so it is kept from being used.
 */
function inside(within: Within): Sql {
  const tests: Sql[] = [sql`1 = 1`]
  if (within?.part) {
    const { column, code } = within.part
    const own = sql.ref(`customer.${column}`)
    tests.push(within.inStretches ? sql`coalesce(${own}, '') = ${code}` : sql`${own} = ${code}`)
  }
  if (within?.limit) tests.push(within.limit.test())
  return sql.join(tests, sql` and `)
}

const howMany = (condition: Sql): Sql => sql`sum(case when ${condition} then 1 else 0 end)`

/** What a day on which the next visit is due says of a customer, as conditions: each one a stretch of the index. */
function dueStates(due: Sql, today: string): [name: string, condition: Sql][] {
  const limit = (days: number): number => dayNumber(addDays(today, -days))
  const ages = overdueAges.map(({ from, to }, at): [string, Sql] => [
    `age${at}`,
    to === null ? sql`${due} <= ${limit(from)}` : sql`${due} between ${limit(to)} and ${limit(from)}`,
  ])
  return [['seen', sql`${due} >= ${dayNumber(today)}`], ['never', sql`${due} is null`], ...ages]
}

/** The masters of the territory, each with the column that says what it is part of. */
const partOf: Record<string, string> = {
  state_code: 'zone_code',
  pool_code: 'state_code',
  station_code: 'pool_code',
}

const countedStates = (today: string): Sql =>
  sql.join(
    dueStates(sql`customer.due_day`, today).map(
      ([name, condition]) => sql`${howMany(condition)} as ${sql.ref(name)}`,
    ),
  )

/** How many customers are in which state, in each part of the territory; of parts without any customer nothing is said. */
export function coverageByTerritory(db: Db, column: string, within: Within, today: string): Promise<Row[]> {
  const part = sql.ref(`customer.${column}`)
  return read(
    db,
    sql<Row>`select ${part} as code, ${countedStates(today)} from customer where ${inside(within)} group by ${part}`,
  )
}

/**
 * The same, counted part by part along the index on the part and the due day. Embedded, a million customers take a quarter
 * of a second this way, a fifth of what grouping their rows would.
 */
export async function coverageOfEachTerritory(
  db: Db,
  column: string,
  within: Within,
  today: string,
): Promise<Row[]> {
  const parts = partsOf(column, within)
  const counted = dueStates(sql`customer.due_day`, today).map(([name, condition]) => {
    const own = sql`${sql.ref(`customer.${column}`)} = part.code and ${condition}`
    const both = parts.isExact ? own : sql`${own} and ${inside(within)}`
    return sql`(select count(*) from customer where ${both}) as ${sql.ref(name)}`
  })
  return read(db, sql<Row>`select part.code as code, ${sql.join(counted)} from (${parts.codes}) as part`)
}

/** Which parts there are: the master knows, except for cities, which lie in a state and not in a station. */
function partsOf(column: string, within: Within): { codes: Sql; isExact: boolean } {
  const master = sql.table(column.replace(/_code$/, ''))
  const code = sql.ref(column)
  const isExact = !within?.limit
  if (!within?.part) return { codes: sql`select ${code} as code from ${master}`, isExact }
  const { column: above, code: own } = within.part
  if (above === column || partOf[column] === above)
    return { codes: sql`select ${code} as code from ${master} where ${sql.ref(above)} = ${own}`, isExact }
  return {
    codes: sql`select distinct ${code} as code from customer where ${sql.ref(above)} = ${own}`,
    isExact: false,
  }
}

/** A stretch of a long table along the customers its rows are of, the last without an end; null: all of it. */
export type Stretch = { after: string; to: string | null } | null

/** The stretches of a table, one after the other. The rows of one customer are all in one, so some are a little longer. */
export async function* stretchesOf(db: Db, table: string, length: number): AsyncGenerator<Stretch> {
  let after = ''
  for (;;) {
    const [last] = await read(
      db,
      sql<Row>`select customer_code from ${sql.table(table)} where customer_code > ${after}
        order by customer_code limit 1 offset ${length - 1}`,
    )
    if (!last) break
    const to = String(last['customer_code'])
    yield { after, to }
    after = to
  }
  yield { after, to: null }
}

const along = (table: string, stretch: Stretch): Sql => {
  if (!stretch) return sql`1 = 1`
  const code = sql.ref(`${table}.customer_code`)
  const begun = sql`${code} > ${stretch.after}`
  return stretch.to === null ? begun : sql`${begun} and ${code} <= ${stretch.to}`
}

/** Of those who are looked after today. */
export function coverageByEmployee(db: Db, within: Within, today: string, stretch: Stretch): Promise<Row[]> {
  return read(
    db,
    sql<Row>`select employee_number as code, ${countedStates(today)}
      from assignment join customer on customer.customer_code = assignment.customer_code
      where ${along('assignment', stretch)} and ${inside(within)}
        and from_day <= ${today} and (until_day is null or until_day >= ${today})
      group by employee_number`,
  )
}

export function moneyByTerritory(db: Db, column: string, within: Within, stretch: Stretch): Promise<Row[]> {
  const part = sql.ref(`customer.${column}`)
  return read(
    db,
    sql<Row>`select ${part} as code, sum(receivable) as receivable, ${howMany(sql`overdue > 0`)} as debtors,
        sum(case when overdue > 0 then overdue else 0 end) as overdue, min(as_of) as oldest
      from balance join customer on customer.customer_code = balance.customer_code
      where ${along('balance', stretch)} and ${inside(within)} group by ${part}`,
  )
}

const ofCustomers = (within: Within): Sql =>
  within ? sql`visit join customer on customer.customer_code = visit.customer_code` : sql`visit`

/**
 * Visits made on these days, by day, by how, and by what was advised. The columns are those of an index, in its order, so
 * that it alone is read and nothing is sorted; hence the other visits of a day are counted too and left out afterwards.
 */
export async function visitsMade(db: Db, within: Within, from: string, to: string): Promise<Row[]> {
  const columns = sql`visited_on, status, contact_mode, season_recommendation, new_recommended_crops`
  const rows = await read(
    db,
    sql<Row>`select visited_on as day, status, contact_mode as mode, season_recommendation as season,
        new_recommended_crops as crops, count(*) as visits
      from ${ofCustomers(within)}
      where visited_on between ${from} and ${to} and ${inside(within)} group by ${columns}`,
  )
  return rows.filter((row) => row['status'] === 'visited')
}

/** Visits that were planned between these moments and missed. */
export async function countMissed(db: Db, within: Within, from: string, before: string): Promise<number> {
  const [row] = await read(
    db,
    sql<Row>`select count(*) as visits from ${ofCustomers(within)}
      where status = 'missed' and planned_at >= ${from} and planned_at < ${before} and ${inside(within)}`,
  )
  return Number(row?.['visits'])
}

export async function namesOfTerritories(
  db: Db,
  level: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map()
  const [code, name] = [sql.ref(`${level}_code`), sql.ref(`${level}_name`)]
  const rows = await read(
    db,
    sql<Row>`select ${code} as code, ${name} as name from ${sql.table(level)} where ${code} in (${sql.join(codes)})`,
  )
  return new Map(rows.map((row) => [String(row['code']), String(row['name'])]))
}
