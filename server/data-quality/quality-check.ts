import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Cell, Value } from '#domain/catalogue/field.ts'
import type { Db } from '../store/dialect.ts'
import { t } from '#domain/messages/t.ts'

export interface Fix {
  /** What the fix does, as shown on the button. */
  words: string
  change?: Record<string, Value>
  isRemoval?: true
  /** Creates this record from the typed value. */
  asks?: { label: string; hint: string; makes: (value: string) => [entity: string, input: object] }
}

/** The current day and time in the time zone of the firm. */
export interface Today {
  day: string
  now: Date
}

/** What the rows of every check have. */
export interface CheckedRow {
  id: string
  version: number
  code: string
  name: string | null
}

type DescribeRow<R> = (row: R) => string | null

/** A check of the records of one table, run in chunks. */
export interface Check<R extends CheckedRow = CheckedRow> {
  entity: string
  table: string
  /** Selects the rows of a chunk that may be findings. */
  rows: (chunk: RawBuilder<SqlBool>, today: Today) => RawBuilder<R>
  /** Describes the problem of a row; null when it is right. */
  describe: DescribeRow<R> | { prepare: (db: Db, today: Today) => Promise<DescribeRow<R>> }
  /** A key that two rows must not share. */
  sameKey?: (row: R) => string | null
  field?: string | ((row: R) => string)
  fix?: (row: R) => Fix | null
  link?: (row: R) => { to: string; words: string }
}

/** Declares a check whose rows have these columns too. Only the check that read a row is asked about it. */
export const checkWith = <Columns>(check: Check<CheckedRow & Columns>): Check => check as unknown as Check

export const numberOf = (cell: Cell | undefined): number | undefined =>
  cell === null || cell === undefined ? undefined : Number(cell)

/** For queries that join country: whether it is India, whatever its code. */
export const isIndia = sql<SqlBool>`(upper(country.iso_code) = 'IN' or upper(country.iso_code_3char) = 'IND')`

/** The code and name columns of each table. */
const nameColumns: Readonly<Record<string, readonly [code: string, name: string]>> = {
  account: ['email', 'username'],
  balance: ['customer_code', 'customer_code'],
  branch: ['branch_code', 'branch_name'],
  city: ['city_code', 'city_name'],
  company: ['company_code', 'company_name'],
  crop: ['crop_code', 'crop_name'],
  customer: ['customer_code', 'customer_name'],
  employee: ['employee_number', 'name'],
  pool: ['pool_code', 'pool_name'],
  soil: ['soil_code', 'soil_name'],
  staff_user: ['user_id', 'employee_name'],
  state: ['state_code', 'state_name'],
  station: ['station_code', 'station_name'],
  user_role: ['employee_code', 'employee_name'],
  visit: ['visit_id', 'visited_on'],
  zone: ['zone_code', 'zone_name'],
}

/** The columns that every check selects. */
export function recordColumns(table: string): RawBuilder<unknown> {
  const columnOf = (column: string): RawBuilder<unknown> => sql.ref(`${table}.${column}`)
  const [code, name] = nameColumns[table]!
  return sql`${columnOf('id')}, ${columnOf('version')}, ${columnOf(code)} as code, ${columnOf(name)} as name`
}

export const always =
  (message: string): DescribeRow<unknown> =>
  () =>
    t(message)
