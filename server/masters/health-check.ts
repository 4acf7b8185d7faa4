import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Cell, Value } from '#domain/catalogue/field.ts'
import type { Db, Row } from '../store/dialect.ts'

export interface Fix {
  /** What would be done. */
  words: string
  change?: Record<string, Value>
  isRemoval?: true
  /** Makes this record with what was typed. */
  asks?: { label: string; hint: string; makes: (value: string) => [entity: string, input: object] }
}

/** When it is, where the firm is. */
export interface Today {
  day: string
  now: Date
}

type Says = (row: Row) => string | null

/** One way to look at the records of one table, a piece at a time. */
export interface Check {
  entity: string
  table: string
  /** The rows of a piece that may be findings, each with id, version, code and name. */
  rows: (piece: RawBuilder<SqlBool>, today: Today) => RawBuilder<Row>
  /** What is wrong with a row; null: nothing. */
  says: Says | { after: (db: Db, today: Today) => Promise<Says> }
  /** Instead: what two rows must not share. */
  sameKey?: (row: Row) => string | null
  field?: string | ((row: Row) => string)
  fix?: (row: Row) => Fix | null
  link?: (row: Row) => { to: string; words: string }
}

export const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell)
export const numberOf = (cell: Cell | undefined): number | undefined =>
  cell === null || cell === undefined ? undefined : Number(cell)

/** Wherever a country is joined: whether it is India, whatever its code in this firm. */
export const isIndia = sql<SqlBool>`(upper(country.iso_code) = 'IN' or upper(country.iso_code_3char) = 'IND')`

/** What a record of each table is called: its code, and its name. */
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

/** The columns every row has. */
export function named(table: string): RawBuilder<unknown> {
  const of = (column: string): RawBuilder<unknown> => sql.ref(`${table}.${column}`)
  const [code, name] = nameColumns[table]!
  return sql`${of('id')}, ${of('version')}, ${of(code)} as code, ${of(name)} as name`
}

export const isWrong =
  (sentence: string): Says =>
  () =>
    sentence
