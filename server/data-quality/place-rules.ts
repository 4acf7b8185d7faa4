import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formatList } from '#domain/text.ts'
import { always, checkWith, recordColumns, type Check, type CheckedRow } from './quality-check.ts'
import { t } from '#domain/messages/t.ts'

const formatLevel = (name: string): string => t(entityNamed(name).singular).toLowerCase()

const deletion = (row: CheckedRow): { words: string; isRemoval: true } => ({
  words: t('Delete {code}', { code: row.code }),
  isRemoval: true,
})

export const cityCountryChecks: readonly Check[] = [
  checkWith<{ country_code: string; state_name: string; right_code: string }>({
    entity: 'city',
    table: 'city',
    field: 'Country_Code',
    rows: (chunk) =>
      sql`select ${recordColumns('city')}, city.country_code, state.state_name, zone.country_code as right_code
        from city join state on state.state_code = city.state_code join zone on zone.zone_code = state.zone_code
        where zone.country_code <> city.country_code and ${chunk}`,
    describe: (row) =>
      t('{state} lies in {country}, the city in {other}', {
        state: row.state_name,
        country: row.right_code,
        other: row.country_code,
      }),
    fix: (row) => ({
      words: t('Set Country Code to {code}', { code: row.right_code }),
      change: { Country_Code: row.right_code },
    }),
    link: () => ({ to: '/trees/places', words: t('Move it in the tree') }),
  }),
]

/** Customers and employees store every level above their station; the field names differ, the columns do not. */
const tablesWithLevels = [
  ['customer', { country: 'Country_Code', zone: 'Zone_Code', state: 'State_Code', pool: 'Pool_Code' }],
  ['employee', { country: 'countryCode', zone: 'zoneCode', state: 'stateCode', pool: 'poolCode' }],
] as const
const levels = ['country', 'zone', 'state', 'pool'] as const
type Level = (typeof levels)[number]
/** The codes of the levels as stored, and as the station has them. */
type LevelColumns = Record<`${Level}_code` | `right_${Level}` | 'station_code' | 'city_state', string>

export const levelChecks: readonly Check[] = tablesWithLevels.map(([table, fields]) => {
  const own = (column: string): ReturnType<typeof sql.ref> => sql.ref(`${table}.${column}`)
  const wrongLevels = (row: LevelColumns): Level[] =>
    levels.filter((level) => row[`${level}_code`] !== row[`right_${level}`])
  return checkWith<LevelColumns>({
    entity: table,
    table,
    field: table === 'customer' ? 'Station_Code' : 'stationCode',
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${own('station_code')},
          ${own('country_code')}, ${own('zone_code')}, ${own('state_code')}, ${own('pool_code')},
          zone.country_code as right_country, zone.zone_code as right_zone, state.state_code as right_state,
          pool.pool_code as right_pool, city.state_code as city_state
        from ${sql.table(table)} join station on station.station_code = ${own('station_code')}
        join pool on pool.pool_code = station.pool_code join state on state.state_code = pool.state_code
        join zone on zone.zone_code = state.zone_code join city on city.city_code = ${own('city_code')}
        where (${own('pool_code')} <> pool.pool_code or ${own('state_code')} <> state.state_code
          or ${own('zone_code')} <> zone.zone_code or ${own('country_code')} <> zone.country_code
          or city.state_code <> state.state_code) and ${chunk}`,
    describe: (row) => {
      const level = wrongLevels(row).at(-1)
      if (level === undefined)
        return t('The station lies in {state}, the city in {other}', {
          state: row.right_state,
          other: row.city_state,
        })
      return t('Station {station} lies in {level} {code}, not {other}', {
        station: row.station_code,
        level: formatLevel(level),
        code: row[`right_${level}`],
        other: row[`${level}_code`],
      })
    },
    fix: (row) => {
      const wrong = wrongLevels(row)
      if (wrong.length === 0) return null
      const change = Object.fromEntries(wrong.map((level) => [fields[level], row[`right_${level}`]]))
      return {
        words: t('Copy {levels} from the station', { levels: wrong.map(formatLevel).join(', ') }),
        change,
      }
    },
  })
})

export const cityPlaceChecks: readonly Check[] = [
  {
    entity: 'city',
    table: 'city',
    rows: (chunk) =>
      sql`select ${recordColumns('city')} from city
        where not exists (select 1 from city_place where city_place.city_code = city.city_code)
        and exists (select 1 from customer where customer.city_code = city.city_code) and ${chunk}`,
    describe: always('Location is missing'),
    fix: (row) => ({
      words: t('Set location'),
      asks: {
        label: t('Location of {city}', { city: row.name ?? '' }),
        hint: t('Latitude and longitude as a map shows them, like 22.5645, 72.9289'),
        makes: (Place) => ['cityPlace', { City_Code: row.code, Place }],
      },
    }),
  },
]

export const stationEmptyChecks: readonly Check[] = [
  {
    entity: 'station',
    table: 'station',
    rows: (chunk) =>
      sql`select ${recordColumns('station')} from station
        where not exists (select 1 from customer where customer.station_code = station.station_code) and ${chunk}`,
    describe: always('No customer belongs to it'),
    fix: deletion,
  },
]

const childrenOf = {
  zone: ['state'],
  state: ['pool', 'city'],
  pool: ['station'],
} as const

export const placeEmptyChecks: readonly Check[] = (['zone', 'state', 'pool'] as const).map((table) => ({
  entity: table,
  table,
  rows: (chunk) => {
    const code = `${table}_code`
    const noChildren = childrenOf[table].map(
      (child) =>
        sql`not exists (select 1 from ${sql.table(child)} where ${sql.ref(`${child}.${code}`)} = ${sql.ref(`${table}.${code}`)})`,
    )
    return sql`select ${recordColumns(table)} from ${sql.table(table)}
      where ${sql.join(noChildren, sql` and `)} and ${chunk}`
  },
  describe: () =>
    t('No {children} belongs to it', { children: formatList(childrenOf[table].map(formatLevel), 'or') }),
  fix: deletion,
}))
